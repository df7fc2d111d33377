package io.hawser.plugin.registry.kafka;

import static io.hawser.plugin.registry.kafka.Readings.read;
import static io.hawser.plugin.registry.kafka.Readings.register;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Role;
import io.hawser.v1.PluginRole;
import io.hawser.v1.RegisterPluginInstance;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registrations: who registers, and what is said of the instance. {@link EndpointsTest} is about its endpoint. */
class RegistrationsTest {
    @ParameterizedTest
    @DisplayName("a registration that cannot be meant is rejected, naming the field")
    @CsvSource(
            delimiter = '|',
            value = {
                "''                |a     |unix:///s.sock   |n1   |plugin",
                "csi..example      |a     |unix:///s.sock   |n1   |plugin",
                "csi/example       |a     |unix:///s.sock   |n1   |plugin",
                "-csi              |a     |unix:///s.sock   |n1   |plugin",
                "csi.example.com   |''    |unix:///s.sock   |n1   |instance",
                "csi.example.com   |..    |unix:///s.sock   |n1   |instance",
                "csi.example.com   |a/b   |unix:///s.sock   |n1   |instance",
                "csi.example.com   |a     |''               |n1   |endpoint",
                "csi.example.com   |a     |/s.sock          |n1   |endpoint",
                "csi.example.com   |a     |unix://s.sock    |n1   |endpoint",
                "csi.example.com   |a     |unix:s.sock      |n1   |endpoint",
                "csi.example.com   |a     |unix:/dir/       |n1   |endpoint",
                "csi.example.com   |a     |unix:///dir/     |n1   |endpoint",
                "csi.example.com   |a     |tcp://host       |n1   |endpoint",
                "csi.example.com   |a     |http://host:1    |n1   |endpoint",
                "csi.example.com   |a     |unix:///s.sock   |../n |node"
            })
    void whatCannotBeMeantIsRejected(String plugin, String instance, String endpoint, String node, String field) {
        // When
        ParsedRecord reading = read("plugin-commands", plugin, register(plugin, instance, endpoint, node));
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().field())
                .isEqualTo(field));
    }

    @Test
    void aKeyThatIsNotThePluginIsRejected() {
        // When
        ParsedRecord reading =
                read("plugin-commands", "other", register("csi.example.com", "a", "tcp://127.0.0.1:7", ""));
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().field())
                .isEqualTo("key"));
    }

    @Test
    @DisplayName("role, version and options are taken as they are said; too much of them is rejected, naming the field")
    void whatTheRegisteringSideSays() {
        // Given
        RegisterPluginInstance.Builder said = register("p", "a", "unix:///s", "n1").toBuilder()
                .setRole(PluginRole.PLUGIN_ROLE_BOTH)
                .setVersion("1.2")
                .putOptions("x", "y=z");
        // Then
        assertThat(read("plugin-commands", "p", said.build()))
                .isInstanceOfSatisfying(ParsedRecord.Accepted.class, accepted -> assertThat(
                                ((Fact.Register) accepted.fact()).declared())
                        .isEqualTo(new Declared("n1", "unix:///s", Role.BOTH, "1.2", Map.of("x", "y=z"))));
        refused(said.clone().setVersion("v".repeat(129)), "version");
        refused(said.clone().putOptions("a=b", "c"), "options");
        refused(said.clone().putOptions("", "c"), "options");
        refused(said.clone().putOptions("a", "v".repeat(1024)), "options");
        RegisterPluginInstance.Builder many = said.clone();
        for (int i = 0; i < 16; i++) {
            many.putOptions("o" + i, "");
        }
        refused(many, "options");
    }

    private static void refused(RegisterPluginInstance.Builder said, String field) {
        assertThat(read("plugin-commands", "p", said.build()))
                .isInstanceOfSatisfying(
                        ParsedRecord.Refused.class,
                        refused -> assertThat(refused.answer().field()).isEqualTo(field));
    }
}
