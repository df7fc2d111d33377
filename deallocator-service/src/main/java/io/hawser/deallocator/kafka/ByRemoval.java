package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Removal;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.v1.RemoveVolume;
import java.time.Instant;

/** volume-service removes the volume by command. Its answer is the volume's own record. */
final class ByRemoval implements ResourceKind.GivenBack {
    @Override
    public Message message(Resource volume, long revision, Instant decided) {
        return RemoveVolume.newBuilder()
                .setName(volume.id().name())
                .setUid(volume.uid())
                .build();
    }

    @Override
    public OutgoingRecord record(
            RecordEncoder encoder, Resource volume, Deletion.Deallocated decided, ResourceKind.Announced announced) {
        String name = volume.id().name();
        String id = Removal.id(volume.votes().delete().orElseThrow(), name, decided.at(), announced.now());
        return encoder.encode(
                HawserTopic.VOLUME_COMMANDS,
                name,
                id,
                ColumnCodec.read("told", RemoveVolume.parser(), announced.message()),
                announced.now());
    }

    /** Once the command is accepted, the record of the volume says that it is being removed. */
    @Override
    public boolean again(Resource volume) {
        return !volume.leaving();
    }
}
