package io.hawser.plugin.registry.kafka;

import static io.hawser.plugin.registry.kafka.Readings.ANYWHERE;
import static io.hawser.plugin.registry.kafka.Readings.fingerprint;
import static io.hawser.plugin.registry.kafka.Readings.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.TopicNames;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.v1.Topology;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the agents found, and their tombstones. */
class FingerprintFactsTest {
    @Test
    @DisplayName("a fingerprint is what the agent found, with the agent's word")
    void aFingerprintIsAFact() {
        ParsedRecord reading = read("fingerprints", "n1/p", fingerprint("n1", "p"));

        assertThat(reading)
                .isEqualTo(new ParsedRecord.Accepted(
                        new Fact.Found("p", new Fingerprint("n1", true, "as ever", true, Set.of()))));
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
    @DisplayName("a tombstone whose key begins with the slash is of no node's heartbeat")
    void aTombstoneWithoutANode() {
        ParsedRecord reading = FactReader.read(
                new Decoded.Tombstone(new Origin("hawser.fingerprints", "", 0, 0), "/p"), TopicNames.DEFAULT, ANYWHERE);

        assertThat(reading).isEqualTo(new ParsedRecord.Accepted(new Fact.NotFound("p", "")));
    }
}
