package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.testkit.hostile.Hostile;
import io.hawser.testkit.hostile.Hostile.Kind;
import io.hawser.testkit.hostile.HostileRecords;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileRecordsTest {
    /** Only who knows the topic's entities can tell. */
    private static final Set<Kind> JUDGED_LATER = EnumSet.of(Kind.FOREIGN_KEY, Kind.ODD_KEY);

    private static final List<HawserTopic> READ = List.of(
            HawserTopic.NODES,
            HawserTopic.TASKS,
            HawserTopic.SERVICES,
            HawserTopic.NETWORKS,
            HawserTopic.VOLUME_COMMANDS,
            HawserTopic.PLUGIN_COMMANDS,
            HawserTopic.MOUNTS,
            HawserTopic.FINGERPRINTS,
            HawserTopic.PLUGINS);

    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.on(READ));

    @Test
    @DisplayName("Of 10,000 hostile records none makes the decoder throw, and what is known can be stored")
    void hostileRecordsAreToldApart() {
        HostileRecords hostile = new HostileRecords(
                15, "hawser", "h", READ.stream().map(HawserTopic::suffix).toArray(String[]::new));
        Set<Kind> seen = EnumSet.noneOf(Kind.class);
        for (int i = 0; i < 10_000; i++) {
            Hostile one = hostile.next();
            seen.add(one.kind());
            ConsumerRecord<byte[], byte[]> record = one.read(i);
            Decoded decoded = RecordLimits.held(record, decoder.decode(record));
            assertFate(one, decoded);
            OutgoingRecord letter = new RecordEncoder(io.hawser.bus.topic.TopicNames.DEFAULT, "me")
                    .dead(HawserTopic.TASKS, record, "message");
            assertThat(StorableText.fault(letter.key())).as(one.kind().name()).isEmpty();
            assertThat(letter.bytes()).isLessThanOrEqualTo(RecordLimits.WRITTEN_BYTES);
        }
        assertThat(seen).containsExactlyInAnyOrder(Kind.values());
    }

    private static void assertFate(Hostile one, Decoded decoded) {
        String what = one.kind() + " " + decoded;
        switch (one.kind().fate()) {
            case DEAD ->
                assertThat(decoded).as(what).isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(
                                one.kind().isSaidBy("", malformed.message()))
                        .as(what)
                        .isTrue());
            case READ -> assertThat(decoded).as(what).isNotInstanceOf(Decoded.Malformed.class);
            case SKIPPED -> assertThat(decoded).as(what).isInstanceOf(Decoded.Newer.class);
            case REFUSED -> {
                if (!JUDGED_LATER.contains(one.kind())) {
                    assertThat(decoded).as(what).isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(
                                    one.kind().isSaidBy(invalid.field(), invalid.message()))
                            .as(what)
                            .isTrue());
                }
            }
            case ANY -> {}
        }
        switch (decoded) {
            case Decoded.Invalid invalid -> {
                assertThat(invalid.field()).as(what).isNotNull();
                assertThat(invalid.message()).as(what).isNotEmpty().hasSizeLessThan(1_000);
                assertThat(StorableText.fault(invalid.id())).as(what).isEmpty();
                assertThat(invalid.key().flatMap(StorableText::fault)).as(what).isEmpty();
            }
            case Decoded.Malformed malformed ->
                assertThat(malformed.message()).as(what).isNotEmpty();
            case Decoded.Known known -> {
                Message message = known.message();
                assertThat(StorableText.in(message)).as(what).isEmpty();
                assertThat(StorableText.fault(known.key() + known.id()))
                        .as(what)
                        .isEmpty();
            }
            case Decoded.Tombstone tombstone ->
                assertThat(StorableText.fault(tombstone.key())).as(what).isEmpty();
            case Decoded.Newer ignored -> {}
        }
    }
}
