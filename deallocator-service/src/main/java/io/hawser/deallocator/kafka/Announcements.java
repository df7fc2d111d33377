package io.hawser.deallocator.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.Notice;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.deallocator.inventory.Service;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.message.Events;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Event;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/** All records that this service writes to topics, through the outbox. */
@ApplicationScoped
public class Announcements {
    private static final Logger LOG = Logger.getLogger(Announcements.class);

    private final RecordEncoder encoder;
    private final MeterRegistry metrics;

    public Announcements(RecordEncoder encoder, MeterRegistry metrics) {
        this.encoder = encoder;
        this.metrics = metrics;
    }

    /** Publishes the deallocation. With the same revision it is the same event. */
    public void deallocation(LedgerTransaction tx, Resource resource, String name, long revision) {
        Deallocation.Builder word = Deallocation.newBuilder().setRevision(revision);
        Deallocation said = (switch (resource) {
                    case SERVICE -> word.setService(name);
                    case NETWORK -> word.setNetwork(name);
                })
                .build();
        tx.publish(encoder.state(HawserTopic.DEALLOCATIONS, resource.key(name), revision, said, tx.now()));
    }

    /** Writes an event and increments a counter, once for each deallocation. */
    public void deallocated(LedgerTransaction tx, Resource resource, String name) {
        metrics.counter("hawser_deallocations_total", "resource", resource.word())
                .increment();
        event(tx, resource, name, "Deallocated", "no " + resource.heldBy() + " is left: it may be deleted");
    }

    /**
     * The command that removes a volume of a deallocated service once nobody uses it. Two records of it are one
     * command.
     */
    public void removeVolume(LedgerTransaction tx, Service service, String volume) {
        String id = service.removalOf(volume);
        String message = "volume " + volume + " goes with its service";
        RemoveVolume command = RemoveVolume.newBuilder().setName(volume).build();
        tx.publish(encoder.encode(HawserTopic.VOLUME_COMMANDS, volume, id, command, tx.now()));
        event(tx, Resource.SERVICE, service.name(), "VolumeRemovalAsked", message);
    }

    public void notice(LedgerTransaction tx, Notice notice) {
        Resource resource = notice.resource();
        String name = notice.name();
        switch (notice) {
            case Notice.DeallocationServed ignored ->
                tx.publish(encoder.tombstone(HawserTopic.DEALLOCATIONS, resource.key(name)));
            case Notice.DeletedUnasked ignored ->
                event(tx, resource, name, "DeletedUnasked", "its record was deleted without a deallocation");
            case Notice.DeletionIrrevocable ignored ->
                event(tx, resource, name, "DeletionIrrevocable", "pending_delete is irrevocable: the deletion goes on");
            case Notice.WordIsFinal ignored ->
                event(
                        tx,
                        resource,
                        name,
                        "DeallocationFinal",
                        "it is deallocated: delete the record before the name is used again");
            case Notice.NetworkHeldAgain held ->
                event(
                        tx,
                        resource,
                        name,
                        "HeldAgain",
                        "service " + held.service() + " refers to it although it is marked for deletion");
        }
    }

    /**
     * Answers under the event's id. For a task's record volume-service answers, which reads it too: one answer is
     * enough.
     */
    public void refused(LedgerTransaction tx, ParsedRecord.Refused refused) {
        metrics.counter("hawser_records_refused_total", "type", refused.type()).increment();
        LOG.infof("record refused type=%s entity=%s field=%s", refused.type(), refused.entity(), refused.field());
        answer(
                tx,
                CommandResults.rejected(
                        new CommandResults.Asked(refused.id(), refused.type(), refused.entity()),
                        refused.field(),
                        refused.reason()),
                refused.warnings());
    }

    /** Answers a record of which a part was ignored. */
    public void ignored(LedgerTransaction tx, Decoded record) {
        if (record instanceof Decoded.Known known && !known.warnings().isEmpty()) {
            answer(
                    tx,
                    CommandResults.accepted(new CommandResults.Asked(known.id(), known.type(), known.key()), ""),
                    known.warnings());
        }
    }

    private void answer(LedgerTransaction tx, CommandResult answer, List<String> warnings) {
        if (answer.getCommandType().equals(Task.getDescriptor().getFullName())) {
            return;
        }
        long revision = Revisions.next(0, tx.now());
        CommandResult result = CommandResults.warned(answer, warnings).toBuilder()
                .setRevision(revision)
                .build();
        tx.publish(encoder.state(HawserTopic.COMMAND_RESULTS, result.getCommandId(), revision, result, tx.now()));
    }

    private void event(LedgerTransaction tx, Resource resource, String name, String reason, String message) {
        Instant now = tx.now();
        Event event = Events.of(resource.key(name), reason, "", message, now);
        String id =
                "event/" + resource.key(name) + "/" + reason + "/" + Revisions.next(0, now) + "/" + message.hashCode();
        tx.publish(encoder.encode(HawserTopic.EVENTS, resource.key(name), id, event, now));
    }
}
