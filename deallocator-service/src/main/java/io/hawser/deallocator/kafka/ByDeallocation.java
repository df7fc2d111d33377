package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.message.Events;
import io.hawser.v1.Deallocation;
import java.time.Instant;

/**
 * The orchestrator deletes its record of the network, which closes the deallocation. {@link Deallocation} has a field
 * for networks only; another kind needs its own, and then another message here.
 */
final class ByDeallocation implements ResourceKind.GivenBack {
    @Override
    public Message message(Resource resource, long revision, Instant decided) {
        return Deallocation.newBuilder()
                .setNetwork(resource.id().name())
                .setRevision(revision)
                .setDecidedAt(Events.timestamp(decided))
                .setMessage("no service refers to it any more")
                .build();
    }

    @Override
    public OutgoingRecord record(
            RecordEncoder encoder, Resource resource, Deletion.Deallocated decided, ResourceKind.Announced announced) {
        return Announcements.deallocation(encoder, resource.id().key(), decided.revision(), announced);
    }

    @Override
    public boolean again(Resource resource) {
        return true;
    }
}
