package io.hawser.plugin.registry.kafka;

import static io.hawser.plugin.registry.kafka.Readings.read;
import static io.hawser.plugin.registry.kafka.Readings.register;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.plugin.registry.Fact;
import io.hawser.v1.RegisterPluginInstance;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The digest by which a command that comes again is known. */
class DigestTest {
    @Test
    @DisplayName("two commands of the same content have the same digest, others have not")
    void theDigestIsOfTheContent() {
        // When
        Fact.Header one = header(register("p", "a", "unix:///a", ""));
        Fact.Header same = header(register("p", "a", "unix:///a", ""));
        Fact.Header other = header(register("p", "a", "unix:///b", ""));
        // Then
        assertThat(same).isEqualTo(one);
        assertThat(other.digest()).isNotEqualTo(one.digest());
    }

    @Test
    @DisplayName("the digest does not depend on the order of fields on the wire, and is the one that is stored already")
    void theDigestIsOfTheMessageNotOfItsBytes() throws InvalidProtocolBufferException {
        // Given
        RegisterPluginInstance plugin = register("p", "", "", "");
        RegisterPluginInstance rest = register("", "a", "unix:///s", "");
        // When
        Fact.Header inOrder = header(parse(plugin, rest));
        Fact.Header reversed = header(parse(rest, plugin));
        // Then
        assertThat(reversed).isEqualTo(inOrder);
        assertThat(inOrder.digest()).isEqualTo("38430382dc70760943aee131e28343566e353aa7cebd3d828024cef0eec0ebd9");
    }

    @Test
    @DisplayName("the order in which a producer writes options is not part of the command")
    void theDigestDoesNotDependOnTheOrderOfOptions() throws InvalidProtocolBufferException {
        // Given
        RegisterPluginInstance plain = register("p", "a", "unix:///s", "");
        RegisterPluginInstance one =
                RegisterPluginInstance.newBuilder().putOptions("one", "1").build();
        RegisterPluginInstance two =
                RegisterPluginInstance.newBuilder().putOptions("two", "2").build();
        // When
        Fact.Header ordered = header(parse(parse(plain, one), two));
        Fact.Header reversed = header(parse(parse(plain, two), one));
        // Then
        assertThat(reversed).isEqualTo(ordered);
        assertThat(ordered).isNotEqualTo(header(plain));
    }

    private static RegisterPluginInstance parse(RegisterPluginInstance first, RegisterPluginInstance second)
            throws InvalidProtocolBufferException {
        return RegisterPluginInstance.parseFrom(first.toByteString().concat(second.toByteString()));
    }

    private static Fact.Header header(RegisterPluginInstance register) {
        ParsedRecord reading = read("plugin-commands", register.getPlugin(), register);
        return ((Fact.Register) ((ParsedRecord.Accepted) reading).fact()).header();
    }
}
