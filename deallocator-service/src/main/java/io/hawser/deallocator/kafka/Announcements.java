package io.hawser.deallocator.kafka;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Fate;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.InventoryUpdate;
import io.hawser.deallocator.inventory.Notice;
import io.hawser.deallocator.inventory.ParsedRecord;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.message.Events;
import io.hawser.v1.CommandResult;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Event;
import io.hawser.v1.ResourceFate;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/** All records that this service writes to topics, through the outbox. */
@ApplicationScoped
public class Announcements {
    private static final Logger LOG = Logger.getLogger(Announcements.class);

    /** Even if five services with the longest names hold each of them, the record is below 500 KiB. */
    private static final int RESOURCES = 500;

    private final RecordEncoder encoder;
    private final MeterRegistry metrics;

    public Announcements(RecordEncoder encoder, MeterRegistry metrics) {
        this.encoder = encoder;
        this.metrics = metrics;
    }

    /** The same message with the same revision is the same event. */
    static OutgoingRecord deallocation(
            RecordEncoder encoder, String key, long revision, GivenBack.Announced announced) {
        return encoder.state(
                HawserTopic.DEALLOCATIONS,
                key,
                revision,
                ColumnCodec.read("told", Deallocation.parser(), announced.message()),
                announced.now());
    }

    /**
     * A record with all resources may be larger than a broker accepts.
     *
     * @param fates what becomes of each resource that the service refers to
     */
    public static Message serviceMessage(String name, long revision, Instant decided, Map<ResourceId, Fate> fates) {
        Deallocation.Builder message = Deallocation.newBuilder()
                .setService(name)
                .setRevision(revision)
                .setDecidedAt(Events.timestamp(decided))
                .setMessage("no live task is left")
                .setMoreResources(Math.max(0, fates.size() - RESOURCES));
        new TreeMap<>(fates)
                .entrySet().stream()
                        .limit(RESOURCES)
                        .forEach(each -> message.addResources(resource(each.getKey(), each.getValue())));
        return message.build();
    }

    private static DeallocatedResource resource(ResourceId id, Fate fate) {
        return DeallocatedResource.newBuilder()
                .setKind(id.kind())
                .setName(id.name())
                .setFate(
                        switch (fate) {
                            case Fate.Goes ignored -> ResourceFate.RESOURCE_FATE_GOES;
                            case Fate.Held ignored -> ResourceFate.RESOURCE_FATE_HELD;
                            case Fate.Kept ignored -> ResourceFate.RESOURCE_FATE_KEPT;
                        })
                .setMessage(fate.message())
                .build();
    }

    public void service(LedgerTransaction tx, String name, long revision, byte[] message) {
        tx.publish(deallocation(
                encoder, InventoryUpdate.service(name).key(), revision, new GivenBack.Announced(message, tx.now())));
    }

    public void resource(
            LedgerTransaction tx, ResourceKind kind, Resource resource, Deletion.Deallocated decided, byte[] message) {
        tx.publish(kind.givenBack().record(encoder, resource, decided, new GivenBack.Announced(message, tx.now())));
    }

    /**
     * Writes an event and increments a counter, once for each deallocation.
     *
     * @param quiet since when nothing held it
     */
    public void deallocated(LedgerTransaction tx, ResourceId id, Instant quiet) {
        tx.afterCommit(() -> {
            metrics.counter("hawser_deallocations_total", "resource", id.kind()).increment();
            metrics.timer("hawser_deallocation_seconds", "resource", id.kind())
                    .record(Duration.between(quiet, tx.now()));
        });
        event(tx, id, "Deallocated", "nothing holds it any more: it may be deleted");
    }

    public void removalAsked(LedgerTransaction tx, Resource volume) {
        volume.votes()
                .delete()
                .ifPresent(owner -> event(
                        tx,
                        InventoryUpdate.service(owner.service()),
                        "RemovalAsked",
                        volume.id().kind() + " " + volume.id().name() + " (uid " + volume.uid()
                                + ") goes with its service"));
    }

    public void notice(LedgerTransaction tx, Notice notice) {
        ResourceId about = notice.about();
        switch (notice) {
            case Notice.DeallocationServed ignored -> {
                closed(tx, about);
                event(tx, about, "Gone", "it was deallocated, and is gone");
            }
            case Notice.GoneUnknown ignored -> closed(tx, about);
            case Notice.DeletedUnasked ignored -> {
                closed(tx, about);
                if (isOrchestrators(about)) {
                    event(tx, about, "DeletedUnasked", "its record was deleted without a deallocation");
                }
            }
            case Notice.DeletionIrrevocable ignored ->
                event(tx, about, "DeletionIrrevocable", "pending_delete is irrevocable: the deletion goes on");
            case Notice.NameNotFree ignored ->
                event(
                        tx,
                        about,
                        "DeallocationFinal",
                        "it is deallocated: delete the record before the name is used again");
            case Notice.HeldAgain held ->
                event(
                        tx,
                        about,
                        "HeldAgain",
                        "service " + held.service() + " refers to it although it is marked for deletion");
            case Notice.TaskUnreadable unreadable -> {
                tx.afterCommit(
                        () -> LOG.warnf("unreadable task record=%s holds=%s", unreadable.place(), unreadable.holds()));
                event(
                        tx,
                        about,
                        "UnreadableTask",
                        "its record " + unreadable.place() + " cannot be read, or is rejected, so it holds "
                                + unreadable.holds()
                                + " until a later record of the task, `./hawser task stop TASK --forget`, or `./hawser"
                                + " dead-letters discard`");
            }
        }
    }

    /** Also without a known deallocation: a lost database may have published one, and no row would ever end it. */
    private void closed(LedgerTransaction tx, ResourceId about) {
        if (isOrchestrators(about)) {
            tx.publish(encoder.tombstone(HawserTopic.DEALLOCATIONS, about.key()));
        }
    }

    private static boolean isOrchestrators(ResourceId about) {
        return about.equals(InventoryUpdate.service(about.name()))
                || Kinds.HAWSERS.of(about.kind()).kind().marked();
    }

    /**
     * Answers under the event's id. On the topic of tasks volume-service answers, which reads it too: one answer is
     * enough.
     */
    public void refused(LedgerTransaction tx, Decoded record, ParsedRecord.Refused refused) {
        tx.afterCommit(() -> {
            metrics.counter("hawser_records_refused_total", "type", refused.type())
                    .increment();
            LOG.infof("record refused type=%s entity=%s field=%s", refused.type(), refused.entity(), refused.field());
        });
        answer(
                tx,
                record,
                CommandResults.rejected(
                        new CommandResults.Asked(refused.id(), refused.type(), refused.entity()),
                        refused.field(),
                        refused.message()),
                refused.warnings());
    }

    /** Answers a record of which a part was ignored. */
    public void ignored(LedgerTransaction tx, Decoded record) {
        if (record instanceof Decoded.Known known && !known.warnings().isEmpty()) {
            answer(
                    tx,
                    record,
                    CommandResults.accepted(new CommandResults.Asked(known.id(), known.type(), known.key()), ""),
                    known.warnings());
        }
    }

    private void answer(LedgerTransaction tx, Decoded record, CommandResult answer, List<String> warnings) {
        if (record.origin().topic().equals(encoder.names().of(HawserTopic.TASKS))) {
            return;
        }
        long revision = Revisions.next(0, tx.now());
        CommandResult result = CommandResults.warned(answer, warnings).toBuilder()
                .setRevision(revision)
                .build();
        tx.publish(encoder.state(HawserTopic.COMMAND_RESULTS, result.getCommandId(), revision, result, tx.now()));
    }

    private void event(LedgerTransaction tx, ResourceId about, String reason, String message) {
        Instant now = tx.now();
        Event event = Events.of(about.key(), reason, "", message, now);
        String id = "event/" + about.key() + "/" + reason + "/" + Revisions.next(0, now) + "/" + message.hashCode();
        tx.publish(encoder.encode(HawserTopic.EVENTS, about.key(), id, event, now));
    }
}
