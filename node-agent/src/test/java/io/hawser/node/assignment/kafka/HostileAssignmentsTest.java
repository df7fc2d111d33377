package io.hawser.node.assignment.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.key.NodeVolume;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.layout.SafeSegment;
import io.hawser.node.mount.DesiredState;
import io.hawser.testkit.hostile.Hostile;
import io.hawser.testkit.hostile.Hostile.Fate;
import io.hawser.testkit.hostile.Hostile.Kind;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileAssignmentsTest {
    /** Under the key of another volume, or of none of this node. */
    private static final Set<Kind> ELSEWHERE =
            EnumSet.of(Kind.ODD_KEY, Kind.FOREIGN_KEY, Kind.FOREIGN_TYPE, Kind.NO_KEY);

    private final RecordDecoder decoder = new RecordDecoder(AssignmentReader.TYPES);
    private final AssignmentCache book = new AssignmentCache("node-1", AgentIdentity.getDefaultInstance());

    @Test
    @DisplayName("Of 3,000 hostile assignments none is acted on that is malformed; the sound one behind each is")
    void hostileAssignmentsAreNotActedOn() {
        HostileRecords hostile = new HostileRecords(19, "hawser", "h", "assignments");
        for (int i = 0; i < 3_000; i++) {
            Hostile one = hostile.next();
            apply(one.read(i));
            book.volumes().forEach(volume -> assertUsableIsSafe(one, volume));
            if (one.kind().fate() == Fate.REFUSED && !ELSEWHERE.contains(one.kind())) {
                keyOf(one).ifPresent(key -> assertThat(book.latest(key.volume()))
                        .as(one.kind().name())
                        .hasValueSatisfying(read -> assertThat(read).isInstanceOf(DesiredState.Refused.class)));
            }
            sound("assignment", i);
        }
    }

    private void assertUsableIsSafe(Hostile one, String volume) {
        if (book.latest(volume).orElseThrow() instanceof DesiredState.Usable(DesiredState desired)) {
            assertThat(desired.assignment().getVolume()).as(one.kind().name()).isEqualTo(volume);
            assertThat(desired.assignment().getNode()).as(one.kind().name()).isEqualTo("node-1");
            assertThat(SafeSegment.isSafe(volume)).as(volume).isTrue();
            for (AssignmentTarget target : desired.assignment().getTargetsList()) {
                assertThat(SafeSegment.isSafe(target.getId()))
                        .as(target.getId())
                        .isTrue();
            }
        }
    }

    /** A sound assignment of a volume that no hostile record names. */
    private void sound(String sample, int generation) {
        Samples.Sample sound = Samples.named(sample);
        ConsumerRecord<byte[], byte[]> record = sound.records().getFirst();
        Decoded.Known known = (Decoded.Known) decoder.decode(record);
        book.apply("node-1", new Decoded.Tombstone(known.origin(), "node-1"));
        var healthy = ((Assignment) known.message())
                .toBuilder().setVolume("healthy").setGeneration(generation + 1).build();
        book.apply("node-1/healthy", new Decoded.Known(known.origin(), "node-1/healthy", "id", known.type(), healthy));
        assertThat(book.latest("healthy")).hasValueSatisfying(read -> assertThat(read)
                .isInstanceOfSatisfying(
                        DesiredState.Usable.class,
                        usable -> assertThat(usable.desired().generation()).isEqualTo(generation + 1L)));
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        book.apply(key, decoder.decode(record));
    }

    private static Optional<NodeVolume> keyOf(Hostile one) {
        return NodeVolume.parse(new String(one.record().key(), StandardCharsets.UTF_8));
    }
}
