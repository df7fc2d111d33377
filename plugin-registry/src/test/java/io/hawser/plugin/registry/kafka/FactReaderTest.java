package io.hawser.plugin.registry.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.NodeState;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Node;
import io.hawser.v1.RegisterPluginInstance;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactReaderTest {
    private static final AllowedEndpoints ANYWHERE =
            AllowedEndpoints.parse("hawser.probe.endpoints", List.of("unix:///", "tcp://*:*"));

    @ParameterizedTest
    @Tag("nomad-47")
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
        Reading reading = read("plugin-commands", plugin, register(plugin, instance, endpoint, node));
        // Then
        assertThat(reading).isInstanceOfSatisfying(Reading.Refused.class, refused -> assertThat(
                        refused.answer().field())
                .isEqualTo(field));
    }

    @ParameterizedTest
    @DisplayName(
            "a registration whose endpoint the operator does not allow for this plugin is rejected, naming the field and the setting")
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
        Reading reading = read("plugin-commands", plugin, register(plugin, "a", endpoint, ""), allowed);
        Reading own = read(
                "plugin-commands",
                "csi.example.com",
                register("csi.example.com", "a", "tcp://controller.example.com:9808", ""),
                allowed);
        // Then
        assertThat(reading).isInstanceOfSatisfying(Reading.Refused.class, refused -> {
            assertThat(refused.answer().field()).isEqualTo("endpoint");
            assertThat(refused.answer().reason()).containsAnyOf("hawser.probe.endpoints", "'..'");
        });
        assertThat(own).isInstanceOf(Reading.Accepted.class);
    }

    @Test
    @DisplayName("an endpoint that would fill the plugin's record is rejected, and the answer stays small")
    void anEndpointThatIsTooLongIsRejected() {
        // When
        Reading reading = read("plugin-commands", "p", register("p", "a", "tcp://" + "h".repeat(10_000) + ":1", ""));
        // Then
        assertThat(reading).isInstanceOfSatisfying(Reading.Refused.class, refused -> {
            assertThat(refused.answer().field()).isEqualTo("endpoint");
            assertThat(refused.answer().reason()).hasSizeLessThan(100);
        });
    }

    @Test
    void aKeyThatIsNotThePluginIsRejected() {
        // When
        Reading reading = read("plugin-commands", "other", register("csi.example.com", "a", "tcp://127.0.0.1:7", ""));
        // Then
        assertThat(reading).isInstanceOfSatisfying(Reading.Refused.class, refused -> assertThat(
                        refused.answer().field())
                .isEqualTo("key"));
    }

    @ParameterizedTest
    @DisplayName("a good registration is a fact, and its endpoint has one form, however it was written")
    @CsvSource({
        "unix:///run/a.sock, unix:///run/a.sock",
        "unix:/run/a.sock, unix:///run/a.sock",
        "tcp://127.0.0.1:7, tcp://127.0.0.1:7"
    })
    void aGoodRegistrationIsAFact(String written, String meant) {
        // When
        Reading reading = read("plugin-commands", "csi.example.com", register("csi.example.com", "a", written, "n1"));
        // Then
        assertThat(reading).isInstanceOfSatisfying(Reading.Accepted.class, accepted -> assertThat(accepted.fact())
                .isInstanceOfSatisfying(Fact.Register.class, register -> assertThat(register.endpoint())
                        .isEqualTo(meant)));
    }

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
        // A map's order is the producer's, and its digest would be, too.
        assertThat(RegisterPluginInstance.getDescriptor().getFields()).noneMatch(FieldDescriptor::isMapField);
        assertThat(DeregisterPluginInstance.getDescriptor().getFields()).noneMatch(FieldDescriptor::isMapField);
    }

    private static RegisterPluginInstance parse(RegisterPluginInstance first, RegisterPluginInstance second)
            throws InvalidProtocolBufferException {
        return RegisterPluginInstance.parseFrom(first.toByteString().concat(second.toByteString()));
    }

    @Test
    void aTombstoneOfAFingerprintNamesNodeAndPlugin() {
        // When
        Reading reading = FactReader.read(
                new Decoded.Tombstone(new Origin("hawser.fingerprints", "", 0, 0), "n1/csi.example.com"),
                TopicNames.DEFAULT,
                ANYWHERE);
        // Then
        assertThat(reading).isEqualTo(new Reading.Accepted(new Fact.NotFound("csi.example.com", "n1")));
    }

    @Test
    void aFencedNodeIsRemembered() {
        // When
        Reading reading = read(
                "nodes", "n1", Node.newBuilder().setName("n1").setFenced(true).build());
        // Then
        assertThat(reading).isEqualTo(new Reading.Accepted(new Fact.NodeIs("n1", Optional.of(NodeState.FENCED))));
    }

    private static Fact.Header header(RegisterPluginInstance register) {
        Reading reading = read("plugin-commands", register.getPlugin(), register);
        return ((Fact.Register) ((Reading.Accepted) reading).fact()).header();
    }

    private static RegisterPluginInstance register(String plugin, String instance, String endpoint, String node) {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(instance)
                .setEndpoint(endpoint)
                .setNode(node)
                .build();
    }

    private static Reading read(String topic, String key, Message message) {
        return read(topic, key, message, ANYWHERE);
    }

    private static Reading read(String topic, String key, Message message, AllowedEndpoints allowed) {
        return FactReader.read(
                new Decoded.Known(
                        new Origin("hawser." + topic, "", 0, 0), key, "id-1", MessageTypes.nameOf(message), message),
                TopicNames.DEFAULT,
                allowed);
    }
}
