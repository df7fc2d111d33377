package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.v1.Service;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Everything that distinguishes one kind of resource from another.
 *
 * @param kind when it may go
 * @param topic of its own records
 * @param read reads its own record; empty if the message is another
 * @param referenced how it is referenced: the references in a service's record
 * @param givenBack how it is given back
 */
public record ResourceKind(
        Kind kind,
        HawserTopic topic,
        Function<Message, Optional<Fact.ResourceIs>> read,
        Function<Service, Stream<Reference>> referenced,
        GivenBack givenBack) {

    /** How a resource is given back to its owner, which deletes it. */
    public interface GivenBack {
        /** What the owner reads; stored with the decision. */
        Message message(Resource resource, long revision, Instant decided);

        /** The record with that message. Records of one decision that may have been read already have the same id. */
        OutgoingRecord record(
                RecordEncoder encoder, Resource resource, Deletion.Deallocated decided, Announced announced);

        /** Whether the record is needed again if it has had no effect yet. */
        boolean again(Resource resource);
    }

    /** @param message of {@link GivenBack#message}, in bytes */
    public record Announced(byte[] message, Instant now) {}
}
