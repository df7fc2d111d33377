package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Removal;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.message.Events;
import io.hawser.v1.Deallocation;
import io.hawser.v1.RemoveVolume;
import java.time.Instant;

/** How a resource is given back to its owner, which deletes it. */
public enum GivenBack {
    /**
     * The orchestrator deletes its record of the network, which closes the deallocation. {@link Deallocation} has a
     * field for networks only; another kind needs its own, and then another message here.
     */
    BY_DEALLOCATION {
        @Override
        public Message message(Resource network, long revision, Instant decided) {
            return Deallocation.newBuilder()
                    .setNetwork(network.id().name())
                    .setRevision(revision)
                    .setDecidedAt(Events.timestamp(decided))
                    .setMessage("no service refers to it any more")
                    .build();
        }

        @Override
        public OutgoingRecord record(
                RecordEncoder encoder, Resource network, Deletion.Deallocated decided, Announced announced) {
            return Announcements.deallocation(encoder, network.id().key(), decided.revision(), announced);
        }

        @Override
        public boolean again(Resource network) {
            return true;
        }
    },

    /** volume-service removes the volume by command. Its answer is the volume's own record. */
    BY_REMOVAL {
        @Override
        public Message message(Resource volume, long revision, Instant decided) {
            return RemoveVolume.newBuilder()
                    .setName(volume.id().name())
                    .setUid(volume.uid())
                    .build();
        }

        @Override
        public OutgoingRecord record(
                RecordEncoder encoder, Resource volume, Deletion.Deallocated decided, Announced announced) {
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
    };

    /** @param message of {@link GivenBack#message}, in bytes */
    public record Announced(byte[] message, Instant now) {}

    /** What the owner reads; stored with the decision. */
    public abstract Message message(Resource resource, long revision, Instant decided);

    /** The record with that message. Records of one decision that may have been read already have the same id. */
    public abstract OutgoingRecord record(
            RecordEncoder encoder, Resource resource, Deletion.Deallocated decided, Announced announced);

    /** Whether the record is needed again if it has had no effect yet. */
    public abstract boolean again(Resource resource);
}
