package io.hawser.volume.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.message.Fault;
import io.hawser.testkit.hostile.Hostile;
import io.hawser.testkit.hostile.Hostile.Fate;
import io.hawser.testkit.hostile.HostileRecords;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.command.Situations;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.spec.KeyRules;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileRecordsTest {
    private static final Volume EXISTING = Volume.accepted(
            new VolumeName("data"),
            "uid",
            VolumeSpec.newBuilder()
                    .setPlugin("p")
                    .setMount(MountAccess.getDefaultInstance())
                    .build());

    private final RecordDecoder decoder = new RecordDecoder(ReadTopics.types());

    @Test
    @DisplayName("Of 3,000 hostile records each is told apart, and no rule throws or lets through what must be refused")
    void noRuleThrows() {
        HostileRecords hostile = new HostileRecords(16, "hawser", "h", ReadTopics.suffixes());
        for (int i = 0; i < 3_000; i++) {
            Hostile one = hostile.next();
            ConsumerRecord<byte[], byte[]> record = one.read(i);
            Decoded decoded = decoder.decode(record);
            HawserTopic topic = TopicNames.DEFAULT.parse(record.topic()).orElseThrow();
            if (topic.writtenByOrchestrator()) {
                decoded = RecordLimits.held(record, decoded);
            }
            Optional<Fault> fault = fault(decoded, topic);
            if (one.kind().fate() == Fate.REFUSED) {
                assertThat(fault).as(one.kind() + " " + decoded).hasValueSatisfying(found -> assertThat(
                                one.kind().isSaidBy(found.field(), found.message()))
                        .as(one.kind() + " " + found)
                        .isTrue());
            }
            fault.ifPresent(found -> {
                assertThat(found.field()).as(one.kind().name()).isNotNull();
                assertThat(found.message()).as(one.kind().name()).isNotEmpty().hasSizeLessThan(2_000);
            });
        }
    }

    private static Optional<Fault> fault(Decoded decoded, HawserTopic topic) {
        return switch (decoded) {
            case Decoded.Invalid invalid -> Optional.of(new Fault(invalid.field(), invalid.message()));
            case Decoded.Known known -> KeyRules.check(known, topic).or(() -> refused(known));
            default -> Optional.empty();
        };
    }

    private static Optional<Fault> refused(Decoded.Known known) {
        return verdict(known).flatMap(verdict -> switch (verdict) {
            case Verdict.Refused(Fault fault) -> Optional.of(fault);
            case Verdict.NotFree(Fault fault) -> Optional.of(fault);
            case Verdict.NotKnown ignored -> Optional.empty();
            case Verdict.Accepted ignored -> Optional.empty();
            case Verdict.Done ignored -> Optional.empty();
        });
    }

    private static Optional<Verdict> verdict(Decoded.Known known) {
        return VolumeCommand.of(known).map(command -> {
            Optional<Volume> existing = command.created().isPresent() ? Optional.empty() : Optional.of(EXISTING);
            return CommandRules.of(command, Situations.of(existing));
        });
    }

    @Test
    @DisplayName("A record on a topic where its like does not belong is refused")
    void aRecordOnAForeignTopicIsRefused() {
        for (Samples.Sample sample : Samples.of(ReadTopics.suffixes())) {
            RecordDecoder all = new RecordDecoder(ReadTopics.types());
            if (!(all.decode(sample.records().getFirst()) instanceof Decoded.Known known)) {
                continue;
            }
            for (HawserTopic topic : HawserTopic.values()) {
                Decoded.Known there = new Decoded.Known(
                        new Origin("hawser." + topic.suffix(), "", 0, 0),
                        known.key(),
                        known.id(),
                        known.type(),
                        known.message());
                assertThat(KeyRules.check(there, topic).map(Fault::field))
                        .as(sample.name() + " on " + topic)
                        .isEqualTo(topic.suffix().equals(sample.topic()) ? Optional.empty() : Optional.of("type"));
            }
        }
    }
}
