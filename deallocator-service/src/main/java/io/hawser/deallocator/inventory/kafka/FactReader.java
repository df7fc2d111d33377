package io.hawser.deallocator.inventory.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.inventory.Fact;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.message.Fault;
import io.hawser.message.NameRules;
import io.hawser.message.TaskRules;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.VolumePolicy;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns decoded records into facts, or into a refusal that names the field. The rule for names of services and networks
 * allows every orchestrator's names, not only Hawser's narrower form. Volumes that are removed with their service are
 * Hawser's own and follow its rule. A task's record is refused if volume-service rejects it: then its previous record
 * still counts, for the service of the task as for its mounts.
 */
public record FactReader(TopicNames names, Kinds kinds) {
    private static final String NAME_RULE = "must be 1 to 128 letters, digits, '.', '_' or '-', begin "
            + "and end with a letter or digit, and not contain '..'";

    private static final String VOLUME_RULE = "must be a lower case DNS label of 1 to 63 characters [a-z0-9-]";

    public ParsedRecord read(Decoded record) {
        return switch (record) {
            case Decoded.Known known -> known(known);
            case Decoded.Tombstone tombstone -> tombstone(tombstone);
            case Decoded.Invalid invalid ->
                new ParsedRecord.Refused(
                        invalid.id(),
                        invalid.type(),
                        invalid.key().orElse(""),
                        invalid.field(),
                        invalid.message(),
                        holds(record, invalid.id(), invalid.key(), invalid.parsed()),
                        invalid.warnings());
            case Decoded.Newer ignored -> new ParsedRecord.Skipped();
            case Decoded.Malformed malformed ->
                holds(record, "", malformed.key(), Optional.empty())
                        .<ParsedRecord>map(ParsedRecord.Accepted::new)
                        .orElseGet(ParsedRecord.Skipped::new);
        };
    }

    /**
     * What a record holds that is not accepted: the task may run, and the service may use what it lists.
     *
     * @param message as far as it could be read
     */
    private Optional<Fact> holds(Decoded record, String id, Optional<String> key, Optional<Message> message) {
        return switch (topic(record)) {
            case TASKS ->
                Optional.of(new Fact.TaskUnreadable(
                        record.origin().place(),
                        key.filter(name -> !name.isEmpty()),
                        message.flatMap(FactReader::serviceOf),
                        record.origin().written()));
            case SERVICES ->
                message.filter(Service.class::isInstance)
                        .flatMap(service -> refused(record.origin(), id, key, (Service) service));
            default -> Optional.empty();
        };
    }

    private static Optional<String> serviceOf(Message message) {
        return message instanceof Task task
                ? Optional.of(task.getService()).filter(NameRules::isService)
                : Optional.empty();
    }

    /** What the refused record wants to be deleted is held, and not deleted on its word. */
    private Optional<Fact> refused(Origin origin, String id, Optional<String> key, Service service) {
        Set<Reference> references = kinds.references(service).stream()
                .filter(reference -> NameRules.isService(reference.resource().name()))
                .map(reference -> reference.policy() == Reference.Policy.DELETE
                        ? new Reference(reference.resource(), Reference.Policy.NONE)
                        : reference)
                .collect(Collectors.toUnmodifiableSet());
        return references.isEmpty()
                ? Optional.empty()
                : Stream.concat(key.stream(), Stream.of(service.getName()))
                        .filter(NameRules::isService)
                        .findFirst()
                        .map(name -> new Fact.ServiceRefused(name, references, text(origin, id)));
    }

    private HawserTopic topic(Decoded record) {
        return names.parse(record.origin().topic()).orElseThrow();
    }

    private ParsedRecord tombstone(Decoded.Tombstone tombstone) {
        String key = tombstone.key();
        return switch (topic(tombstone)) {
            case TASKS -> new ParsedRecord.Accepted(new Fact.TaskEnded(key));
            case SERVICES ->
                new ParsedRecord.Accepted(
                        new Fact.ServiceGone(key, tombstone.origin().written()));
            case HawserTopic other ->
                kinds.on(other)
                        .<ParsedRecord>map(kind -> new ParsedRecord.Accepted(
                                new Fact.ResourceGone(kind.kind().id(key))))
                        .orElseGet(ParsedRecord.Skipped::new);
        };
    }

    private ParsedRecord known(Decoded.Known known) {
        HawserTopic topic = topic(known);
        Message message = known.message();
        if (topic == HawserTopic.TASKS && message instanceof Task task) {
            return task(known, task);
        }
        if (topic == HawserTopic.SERVICES && message instanceof Service service) {
            return service(known, service);
        }
        return kinds.on(topic)
                .flatMap(kind -> kind.read().apply(message))
                .map(is -> named(known, is.id().name()).orElseGet(() -> new ParsedRecord.Accepted(is)))
                .orElseGet(() -> refused(
                        known,
                        "type",
                        "does not belong on topic " + known.origin().topic()));
    }

    private ParsedRecord task(Decoded.Known known, Task task) {
        return TaskRules.check(task)
                .map(fault -> rejected(known, task, fault))
                .or(() -> keyed(known, task.getName()))
                .orElseGet(() -> new ParsedRecord.Accepted(
                        ended(task)
                                ? new Fact.TaskEnded(task.getName())
                                : new Fact.TaskLives(
                                        task.getName(),
                                        task.getService(),
                                        known.origin().written())));
    }

    /**
     * One that names no service, and says that no container runs, holds nothing beside what the previous one holds. No
     * record of a name that is at fault was ever in force, and none can correct it: such a task ends as it says.
     */
    private ParsedRecord rejected(Decoded.Known known, Task task, Fault fault) {
        if (fault.field().equals("name")
                && ended(task)
                && named(known, task.getName()).isEmpty()) {
            return new ParsedRecord.Accepted(new Fact.TaskEnded(task.getName()));
        }
        return refused(
                known,
                fault.field(),
                fault.message(),
                task.getService().isEmpty() && !TaskRules.runs(task) ? Optional.empty() : holds(known));
    }

    private static boolean ended(Task task) {
        return switch (task.getObserved()) {
            case TASK_STATE_COMPLETE, TASK_STATE_FAILED, TASK_STATE_REJECTED -> true;
            // In any other state the container may run. UNRECOGNIZED is rejected earlier.
            case TASK_STATE_UNSPECIFIED, TASK_STATE_PENDING, TASK_STATE_STARTING, TASK_STATE_RUNNING, UNRECOGNIZED ->
                false;
        };
    }

    private ParsedRecord service(Decoded.Known known, Service service) {
        for (int i = 0; i < service.getNetworksCount(); i++) {
            if (!NameRules.isService(service.getNetworks(i))) {
                return refused(known, "networks[" + i + "]", NAME_RULE);
            }
        }
        for (int i = 0; i < service.getVolumesCount(); i++) {
            ServiceVolume volume = service.getVolumes(i);
            boolean goes = volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE;
            // Later, volume-service would refuse the removal of any other name, unnoticed.
            if (goes && !NameRules.isVolume(volume.getName())) {
                return refused(known, "volumes[" + i + "].name", VOLUME_RULE);
            }
            // A volume that stays may belong to another system.
            if (!goes && !NameRules.isService(volume.getName())) {
                return refused(known, "volumes[" + i + "].name", NAME_RULE);
            }
        }
        return named(known, service.getName())
                .orElseGet(() -> new ParsedRecord.Accepted(new Fact.ServiceIs(
                        service.getName(),
                        kinds.references(service),
                        service.getPendingDelete(),
                        text(known.origin(), known.id()),
                        known.origin().written())));
    }

    /**
     * Includes the topic's id, because a topic that was deleted and created again starts its offsets again at 0, and
     * a hash of the record's id, because one that lost its end uses offsets a second time.
     */
    private static String text(Origin origin, String id) {
        return "%s-%d-%d-%08x".formatted(origin.topicId(), origin.partition(), origin.offset(), id.hashCode());
    }

    /** Present if the name or the key is at fault. */
    private Optional<ParsedRecord> named(Decoded.Known known, String name) {
        return NameRules.isService(name) ? keyed(known, name) : Optional.of(refused(known, "name", NAME_RULE));
    }

    private Optional<ParsedRecord> keyed(Decoded.Known known, String name) {
        return name.equals(known.key())
                ? Optional.empty()
                : Optional.of(refused(known, "key", "the record's key must be the name '" + name + "'"));
    }

    private ParsedRecord refused(Decoded.Known known, String field, String message) {
        return refused(known, field, message, holds(known));
    }

    private static ParsedRecord refused(Decoded.Known known, String field, String message, Optional<Fact> holds) {
        return new ParsedRecord.Refused(known.id(), known.type(), known.key(), field, message, holds, known.warnings());
    }

    private Optional<Fact> holds(Decoded.Known known) {
        return holds(known, known.id(), Optional.of(known.key()), Optional.of(known.message()));
    }
}
