package io.hawser.plugin.registry.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.TopicNames;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.hostile.Hostile;
import io.hawser.testkit.hostile.Hostile.Fate;
import io.hawser.testkit.hostile.HostileRecords;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileRecordsTest {
    @Test
    @DisplayName("Of 3,000 hostile records none makes the rules throw, and what must be refused names its field")
    void noRuleThrows() {
        AllowedEndpoints allowed = AllowedEndpoints.parse("here", List.of("unix:///run/csi"));
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        HostileRecords hostile = new HostileRecords(17, "hawser", "h", ReadTopics.suffixes());
        for (int i = 0; i < 3_000; i++) {
            Hostile one = hostile.next();
            ConsumerRecord<byte[], byte[]> record = one.read(i);
            Decoded decoded = RecordLimits.held(record, decoder.decode(record));
            if (decoded instanceof Decoded.Malformed || decoded instanceof Decoded.Newer) {
                continue;
            }
            String what = one.kind() + " " + decoded;
            switch (FactReader.read(decoded, TopicNames.DEFAULT, allowed)) {
                case ParsedRecord.Accepted _, ParsedRecord.Heartbeat _, ParsedRecord.HeartbeatGone _ ->
                    assertThat(one.kind().fate()).as(what).isNotEqualTo(Fate.REFUSED);
                case ParsedRecord.Refused refused -> {
                    assertThat(refused.answer().field()).as(what).isNotNull();
                    assertThat(refused.answer().message()).as(what).isNotEmpty().hasSizeLessThan(2_000);
                    assertOwnReason(
                            one, refused.answer().field(), refused.answer().message());
                }
                case ParsedRecord.Ignored ignored -> {
                    assertThat(ignored.message()).as(what).isNotEmpty();
                    assertOwnReason(one, ignored.field(), ignored.message());
                }
            }
        }
    }

    private static void assertOwnReason(Hostile one, String field, String message) {
        if (one.kind().fate() == Fate.REFUSED) {
            assertThat(one.kind().isSaidBy(field, message))
                    .as(one.kind() + " " + field + ": " + message)
                    .isTrue();
        }
    }
}
