package io.hawser.plugin.registry.kafka;

import static io.hawser.plugin.registry.kafka.Readings.read;
import static io.hawser.plugin.registry.kafka.Readings.register;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.plugin.registry.Fact;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint of a registration. */
class EndpointsTest {
    @ParameterizedTest
    @DisplayName("a good registration is a fact, and its endpoint has one form, however it was written")
    @CsvSource({
        "unix:///run/a.sock, unix:///run/a.sock",
        "unix:/run/a.sock, unix:///run/a.sock",
        "tcp://127.0.0.1:7, tcp://127.0.0.1:7"
    })
    void aGoodRegistrationIsAFact(String written, String meant) {
        // When
        ParsedRecord reading =
                read("plugin-commands", "csi.example.com", register("csi.example.com", "a", written, "n1"));
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Accepted.class, accepted -> assertThat(accepted.fact())
                .isInstanceOfSatisfying(
                        Fact.Register.class,
                        register -> assertThat(register.declared().endpoint()).isEqualTo(meant)));
    }

    @ParameterizedTest
    @DisplayName("a registration whose endpoint the operator does not allow for this plugin is rejected, "
            + "naming the field and the setting")
    @CsvSource({
        "csi.example.com, tcp://169.254.169.254:80",
        "csi.example.com, tcp://controller.example.com:9809",
        "csi.example.com, unix:///var/lib/hawser/plugins/taken-over.sock",
        "csi.other.com, unix:///var/lib/hawser/other/a.sock",
        "csi.other.com, unix:///var/lib/hawser/plugins/../../../run/a.sock",
        "csi.other.com, tcp://controller.example.com:9808"
    })
    void whatIsNotAllowedIsRejected(String plugin, String endpoint) {
        // Given
        AllowedEndpoints allowed = AllowedEndpoints.parse(
                "hawser.probe.endpoints",
                List.of("unix:///var/lib/hawser/plugins", "csi.example.com=tcp://controller.example.com:9808"));
        // When
        ParsedRecord reading = read("plugin-commands", plugin, register(plugin, "a", endpoint, ""), allowed);
        ParsedRecord own = read(
                "plugin-commands",
                "csi.example.com",
                register("csi.example.com", "a", "tcp://controller.example.com:9808", ""),
                allowed);
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> {
            assertThat(refused.answer().field()).isEqualTo("endpoint");
            assertThat(refused.answer().message()).containsAnyOf("hawser.probe.endpoints", "'..'");
        });
        assertThat(own).isInstanceOf(ParsedRecord.Accepted.class);
    }

    @Test
    @DisplayName("an endpoint that would fill the plugin's record is rejected, and the answer stays small")
    void anEndpointThatIsTooLongIsRejected() {
        // When
        ParsedRecord reading =
                read("plugin-commands", "p", register("p", "a", "tcp://" + "h".repeat(10_000) + ":1", ""));
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> {
            assertThat(refused.answer().field()).isEqualTo("endpoint");
            assertThat(refused.answer().message()).hasSizeLessThan(100);
        });
    }

    @Test
    @DisplayName("an endpoint of 512 characters is the longest that is taken")
    void theLongestEndpointIsTaken() {
        String socket = "unix:///" + "s".repeat(504);

        ParsedRecord longest = read("plugin-commands", "p", register("p", "a", socket, ""));
        ParsedRecord longer = read("plugin-commands", "p", register("p", "a", socket + "s", ""));

        assertThat(longest).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().message())
                .doesNotContain("512"));
        assertThat(longer).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().message())
                .contains("513 characters where 512"));
    }
}
