package io.hawser.plugin.registry.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.NodeState;
import io.hawser.plugin.registry.Role;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.PluginRole;
import io.hawser.v1.RegisterPluginInstance;
import io.hawser.v1.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        ParsedRecord reading = read("plugin-commands", plugin, register(plugin, instance, endpoint, node));
        // Then
        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().field())
                .isEqualTo(field));
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
            assertThat(refused.answer().reason()).containsAnyOf("hawser.probe.endpoints", "'..'");
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
            assertThat(refused.answer().reason()).hasSizeLessThan(100);
        });
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

    private static RegisterPluginInstance parse(RegisterPluginInstance first, RegisterPluginInstance second)
            throws InvalidProtocolBufferException {
        return RegisterPluginInstance.parseFrom(first.toByteString().concat(second.toByteString()));
    }

    @Test
    void aTombstoneOfAFingerprintNamesNodeAndPlugin() {
        // When
        ParsedRecord reading = FactReader.read(
                new Decoded.Tombstone(new Origin("hawser.fingerprints", "", 0, 0), "n1/csi.example.com"),
                TopicNames.DEFAULT,
                ANYWHERE);
        // Then
        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(new Fact.NotFound("csi.example.com", "n1")));
    }

    @Test
    void aFencedNodeIsRemembered() {
        // When
        ParsedRecord reading = read(
                "nodes", "n1", Node.newBuilder().setName("n1").setFenced(true).build());
        // Then
        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(new Fact.NodeIs("n1", Optional.of(NodeState.FENCED))));
    }

    @Test
    @DisplayName("an endpoint of 512 characters is the longest that is taken")
    void theLongestEndpointIsTaken() {
        String socket = "unix:///" + "s".repeat(504);

        ParsedRecord longest = read("plugin-commands", "p", register("p", "a", socket, ""));
        ParsedRecord longer = read("plugin-commands", "p", register("p", "a", socket + "s", ""));

        assertThat(longest).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().reason())
                .doesNotContain("512"));
        assertThat(longer).isInstanceOfSatisfying(ParsedRecord.Refused.class, refused -> assertThat(
                        refused.answer().reason())
                .contains("513 characters where 512"));
    }

    @ParameterizedTest
    @DisplayName("a fingerprint that cannot be an agent's is ignored, naming the field")
    @CsvSource({"../n, p, ../n/p, node", "n1, p..q, n1/p..q, plugin", "n1, p, n2/p, key", "n1, p, n1, key"})
    void afingerprintThatCannotBeMeantIsIgnored(String node, String plugin, String key, String field) {
        ParsedRecord reading = read("fingerprints", key, fingerprint(node, plugin));

        assertThat(reading).isInstanceOfSatisfying(ParsedRecord.Ignored.class, ignored -> assertThat(ignored.field())
                .isEqualTo(field));
    }

    @Test
    @DisplayName("a fingerprint is what the agent found, with the agent's word")
    void aFingerprintIsAFact() {
        ParsedRecord reading = read("fingerprints", "n1/p", fingerprint("n1", "p"));

        assertThat(reading)
                .isEqualTo(new ParsedRecord.Accepted(
                        new Fact.Found("p", new Fingerprint("n1", true, "as ever", true, Set.of()))));
    }

    @Test
    @DisplayName("a fingerprint's topology keys are taken as long and as many as the plugin's record bears; that others"
            + " are left out is said")
    void topologyKeysAreBounded() {
        // Given
        Map<String, String> few = Map.of("k".repeat(127), "1", "zone", "1");
        Map<String, String> many = new HashMap<>(few);
        many.put("k".repeat(128), "1");
        for (int i = 0; i < 100; i++) {
            many.put("%03d".formatted(i), "1");
        }
        // When
        Fingerprint whole = found(few);
        Fingerprint cut = found(many);
        // Then
        assertThat(whole.topologyKeys()).isEqualTo(few.keySet());
        assertThat(whole.message()).isEqualTo("as ever");
        assertThat(cut.topologyKeys()).hasSize(32).contains("000", "031").allMatch(key -> key.length() == 3);
        assertThat(cut.message())
                .isEqualTo("as ever; topology keys that are left out: 71;"
                        + " at most 32 are taken, of at most 127 characters");
        assertThat(found(Map.of("k".repeat(128), "1")).topologyKeys()).isEmpty();
    }

    private static Fingerprint found(Map<String, String> segments) {
        ParsedRecord reading = read(
                "fingerprints",
                "n1/p",
                fingerprint("n1", "p").toBuilder()
                        .setTopology(Topology.newBuilder().putAllSegments(segments))
                        .build());
        return ((Fact.Found) ((ParsedRecord.Accepted) reading).fact()).fingerprint();
    }

    @Test
    @DisplayName("a node whose name is not its key, or no name, is ignored; one that is not fenced is well")
    void nodesAreRead() {
        assertThat(read("nodes", "n2", node("n1"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("nodes", "a/b", node("a/b"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("nodes", "n1", node("n1")))
                .isEqualTo(new ParsedRecord.Accepted(new Fact.NodeIs("n1", Optional.empty())));
    }

    @Test
    @DisplayName("heartbeats and messages that belong on another topic are ignored; "
            + "on the topic of commands they are refused")
    void whatDoesNotBelongThere() {
        NodeHeartbeat heartbeat = NodeHeartbeat.newBuilder().setNode("n1").build();

        assertThat(read("fingerprints", "n1", heartbeat))
                .isEqualTo(new ParsedRecord.Ignored("hawser.v1.NodeHeartbeat", "", "a heartbeat"));
        assertThat(read("fingerprints", "n1", node("n1")))
                .isEqualTo(new ParsedRecord.Ignored("hawser.v1.Node", "type", "does not belong on this topic"));
        assertThat(read("nodes", "n1/p", fingerprint("n1", "p"))).isInstanceOf(ParsedRecord.Ignored.class);
        assertThat(read("plugin-commands", "n1", node("n1")))
                .isInstanceOfSatisfying(
                        ParsedRecord.Refused.class,
                        refused -> assertThat(refused.answer().field()).isEqualTo("type"));
    }

    @Test
    @DisplayName("what cannot be read is refused on the topic of commands only: state has nobody to answer to")
    void whatCannotBeRead() {
        assertThat(FactReader.read(invalid("plugin-commands"), TopicNames.DEFAULT, ANYWHERE))
                .isInstanceOf(ParsedRecord.Refused.class);
        assertThat(FactReader.read(invalid("nodes"), TopicNames.DEFAULT, ANYWHERE))
                .isEqualTo(new ParsedRecord.Ignored("hawser.v1.Node", "data", "is no message"));
    }

    @Test
    @DisplayName("a tombstone whose key begins with the slash is of no node's heartbeat")
    void aTombstoneWithoutANode() {
        ParsedRecord reading = FactReader.read(
                new Decoded.Tombstone(new Origin("hawser.fingerprints", "", 0, 0), "/p"), TopicNames.DEFAULT, ANYWHERE);

        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(new Fact.NotFound("p", "")));
    }

    private static Decoded.Invalid invalid(String topic) {
        return new Decoded.Invalid(
                new Origin("hawser." + topic, "", 0, 0),
                Optional.of("n1"),
                "id-1",
                "hawser.v1.Node",
                "data",
                "is no message");
    }

    private static Node node(String name) {
        return Node.newBuilder().setName(name).build();
    }

    private static io.hawser.v1.Fingerprint fingerprint(String node, String plugin) {
        return io.hawser.v1.Fingerprint.newBuilder()
                .setNode(node)
                .setPlugin(plugin)
                .setHealthy(true)
                .setMessage("as ever")
                .setNoController(true)
                .build();
    }

    private static Fact.Header header(RegisterPluginInstance register) {
        ParsedRecord reading = read("plugin-commands", register.getPlugin(), register);
        return ((Fact.Register) ((ParsedRecord.Accepted) reading).fact()).header();
    }

    private static RegisterPluginInstance register(String plugin, String instance, String endpoint, String node) {
        return RegisterPluginInstance.newBuilder()
                .setPlugin(plugin)
                .setInstance(instance)
                .setEndpoint(endpoint)
                .setNode(node)
                .build();
    }

    private static ParsedRecord read(String topic, String key, Message message) {
        return read(topic, key, message, ANYWHERE);
    }

    private static ParsedRecord read(String topic, String key, Message message, AllowedEndpoints allowed) {
        return FactReader.read(
                new Decoded.Known(
                        new Origin("hawser." + topic, "", 0, 0), key, "id-1", MessageTypes.nameOf(message), message),
                TopicNames.DEFAULT,
                allowed);
    }
}
