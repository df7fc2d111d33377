package io.hawser.plugin.registry.kafka;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.message.Events;
import io.hawser.plugin.registry.Answer;
import io.hawser.plugin.registry.InstanceEvent;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.Summary;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Event;
import io.hawser.v1.Plugin;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** All records that this service writes to topics, through the outbox. */
@ApplicationScoped
public class Announcements {
    private static final Logger LOG = Logger.getLogger(Announcements.class);

    private final RecordEncoder encoder;
    private final MeterRegistry metrics;
    private final DatabaseLife life;
    private volatile long comparedIn;

    public Announcements(RecordEncoder encoder, MeterRegistry metrics, DatabaseLife life) {
        this.encoder = encoder;
        this.metrics = metrics;
        this.life = life;
    }

    /** Notes that each plugin was compared with {@code hawser.plugins} in this life of the database. */
    public void compared(long life) {
        comparedIn = life;
    }

    public boolean isCompared() {
        return comparedIn == life.number();
    }

    /**
     * Publishes every locked plugin that differs from its published record. Nothing is published before the comparison
     * with {@code hawser.plugins}, which tells a lost life's record by its revision: until then the plugins are due to
     * be published. The comparison alone would miss those that come or go during it.
     */
    public void changes(LedgerTransaction tx, LockedRegistry locked, Registry after) {
        if (!isCompared()) {
            locked.names().forEach(name -> tx.due(new DueChange.Wake(PluginRow.KIND, name, tx.now())));
            return;
        }
        for (String name : locked.names()) {
            PluginRow row = locked.row(name).orElseThrow();
            Optional<Plugin> before = row.published().map(Announcements::parse);
            Optional<Plugin> message = Optional.ofNullable(after.plugins().get(name))
                    .map(plugin -> Summary.of(plugin, after.nodes(), after.silent()))
                    .filter(summary -> !summary.gone())
                    .map(summary -> PluginMessage.of(summary, before));
            if (message.isPresent()) {
                change(tx, row, before, message.get());
            } else if (row.published().isPresent()) {
                gone(tx, name);
                event(tx, name, "Gone", "no instance is registered and no node has it");
                row.published(Optional.empty(), row.revision());
            }
        }
    }

    /** Publishes what happened to instances, in this order. */
    public void events(LedgerTransaction tx, List<InstanceEvent> events) {
        int number = 0;
        for (InstanceEvent each : events) {
            // Several events of one transaction have one time.
            event(tx, each.plugin(), each.reason(), each.message(), "/" + each.instance() + "/" + number++);
        }
    }

    /**
     * Deletes the record of an unknown plugin, which a lost database may have published; before the comparison only if
     * the plugin is still unknown after it. A plugin that is found meanwhile takes over that record, and would not
     * publish it again above its tombstone.
     */
    public void unknown(LedgerTransaction tx, String name) {
        if (isCompared()) {
            gone(tx, name);
        } else {
            tx.due(new DueChange.Wake(PluginRow.KIND, name, tx.now()));
        }
    }

    /** Deletes the record of a plugin. */
    public void gone(LedgerTransaction tx, String name) {
        tx.publish(encoder.tombstone(HawserTopic.PLUGINS, name));
    }

    private void change(LedgerTransaction tx, PluginRow row, Optional<Plugin> before, Plugin message) {
        if (before.filter(message::equals).isPresent()) {
            return;
        }
        row.published(Optional.of(message.toByteArray()), Revisions.next(row.revision(), tx.now()));
        state(tx, row, message);
        String was = before.map(Plugin::getCurrent).orElse("");
        if (!was.equals(message.getCurrent())) {
            LOG.infof("current instance changed plugin=%s from=%s to=%s", row.name(), was, message.getCurrent());
            event(
                    tx,
                    row.name(),
                    "CurrentChanged",
                    message.getCurrent().isEmpty()
                            ? "no healthy instance serves the controller; it was " + was
                            : message.getCurrent() + " serves the controller now");
        }
    }

    @Singleton
    StateRecords records() {
        return StateRecords.ofRows(
                HawserTopic.PLUGINS, PluginRow.class, "r.published is not null", "name", PluginRow::name, this::again);
    }

    /** Writes the last published record again, under a new revision: readers may have one of a lost database. */
    public void again(LedgerTransaction tx, PluginRow row) {
        row.published().ifPresent(message -> {
            row.published(Optional.of(message), Revisions.next(row.revision(), tx.now()));
            state(tx, row, parse(message));
        });
    }

    private void state(LedgerTransaction tx, PluginRow row, Plugin message) {
        Plugin full = message.toBuilder().setRevision(row.revision()).build();
        tx.publish(encoder.state(HawserTopic.PLUGINS, row.name(), row.revision(), full, tx.now()));
    }

    private static Plugin parse(byte[] message) {
        return ColumnCodec.read("plugin.published", Plugin.parser(), message);
    }

    public void answer(LedgerTransaction tx, Answer answer) {
        long revision = Revisions.next(0, tx.now());
        var asked = new CommandResults.Asked(answer.id(), answer.type(), answer.plugin());
        switch (answer) {
            case Answer.Done done -> {
                answer(tx, revision, CommandResults.warned(CommandResults.accepted(asked, ""), done.warnings()));
                answer(tx, revision + 1, CommandResults.done(asked, done.note()));
            }
            case Answer.Rejected rejected -> {
                tx.afterCommit(() -> rejected(rejected));
                CommandResult result = CommandResults.rejected(asked, rejected.field(), rejected.message());
                answer(tx, revision, CommandResults.warned(result, rejected.warnings()));
            }
        }
    }

    private void rejected(Answer.Rejected rejected) {
        LOG.infof(
                "rejected type=%s id=%s plugin=%s field=%s message=%s",
                rejected.type(), rejected.id(), rejected.plugin(), rejected.field(), rejected.message());
        metrics.counter("hawser_commands_rejected_total", "field", rejected.field())
                .increment();
    }

    private void answer(LedgerTransaction tx, long revision, CommandResult result) {
        CommandResult numbered = result.toBuilder().setRevision(revision).build();
        tx.publish(encoder.state(HawserTopic.COMMAND_RESULTS, result.getCommandId(), revision, numbered, tx.now()));
    }

    public void ignored(LedgerTransaction tx, ParsedRecord.Ignored ignored) {
        if (!ignored.field().isEmpty()) {
            tx.afterCommit(() -> {
                metrics.counter("hawser_records_refused_total", "type", ignored.type())
                        .increment();
                LOG.infof(
                        "record refused type=%s field=%s message=%s",
                        ignored.type(), ignored.field(), ignored.message());
            });
        }
    }

    private void event(LedgerTransaction tx, String plugin, String reason, String message) {
        event(tx, plugin, reason, message, "");
    }

    private void event(LedgerTransaction tx, String plugin, String reason, String message, String which) {
        Instant now = tx.now();
        String entity = "plugin/" + plugin;
        Event event = Events.of(entity, reason, "", message, now);
        String id = "event/" + entity + "/" + reason + "/" + Revisions.next(0, now) + which;
        tx.publish(encoder.encode(HawserTopic.EVENTS, entity, id, event, now));
    }
}
