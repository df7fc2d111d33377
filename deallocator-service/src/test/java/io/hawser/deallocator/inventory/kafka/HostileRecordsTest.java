package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.hostile.Hostile;
import io.hawser.testkit.hostile.Hostile.Fate;
import io.hawser.testkit.hostile.HostileRecords;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileRecordsTest {
    @Test
    @DisplayName("Of 3,000 hostile records none makes the rules throw, and what must be refused names its field")
    void noRuleThrows() {
        FactReader reader = new FactReader(TopicNames.DEFAULT, Kinds.HAWSERS);
        RecordDecoder decoder = new RecordDecoder(ReadTopics.types());
        HostileRecords hostile = new HostileRecords(18, "hawser", "h", ReadTopics.suffixes());
        for (int i = 0; i < 3_000; i++) {
            Hostile one = hostile.next();
            ConsumerRecord<byte[], byte[]> record = one.read(i);
            Decoded decoded = RecordLimits.held(record, decoder.decode(record));
            if (decoded instanceof Decoded.Malformed || decoded instanceof Decoded.Newer) {
                holdsItsService(record.topic(), decoded, reader.read(decoded));
                continue;
            }
            String what = one.kind() + " " + decoded;
            switch (reader.read(decoded)) {
                case ParsedRecord.Accepted accepted ->
                    assertThat(one.kind().fate()).as(what).isNotEqualTo(Fate.REFUSED);
                case ParsedRecord.Refused refused -> {
                    assertThat(refused.field()).as(what).isNotNull();
                    assertThat(refused.message()).as(what).isNotEmpty().hasSizeLessThan(2_000);
                    if (one.kind().fate() == Fate.REFUSED) {
                        assertThat(one.kind().isSaidBy(refused.field(), refused.message()))
                                .as(what + " " + refused)
                                .isTrue();
                    }
                }
                case ParsedRecord.Skipped() ->
                    assertThat(one.kind().fate()).as(what).isNotEqualTo(Fate.REFUSED);
            }
        }
    }

    /** A task of which no record can be read may run. */
    private static void holdsItsService(String topic, Decoded decoded, ParsedRecord read) {
        if (decoded instanceof Decoded.Malformed && topic.endsWith(".tasks")) {
            assertThat(read).isInstanceOfSatisfying(ParsedRecord.Accepted.class, accepted -> assertThat(accepted.fact())
                    .isInstanceOf(Fact.TaskUnreadable.class));
        } else {
            assertThat(read).isEqualTo(new ParsedRecord.Skipped());
        }
    }
}
