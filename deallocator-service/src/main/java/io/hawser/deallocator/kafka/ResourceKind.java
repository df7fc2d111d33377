package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.v1.Service;
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
        GivenBack givenBack) {}
