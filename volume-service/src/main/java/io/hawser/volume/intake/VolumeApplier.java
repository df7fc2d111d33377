package io.hawser.volume.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.Applier;
import io.hawser.ledger.intake.InOrder;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.UpdateVolume;
import io.hawser.volume.command.Answers;
import io.hawser.volume.command.Commands;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stores what a batch of records says, in their order, and makes due what it concerns. */
@ApplicationScoped
public class VolumeApplier implements Applier {
    static final MessageTypes TYPES = MessageTypes.of(
            Node.getDefaultInstance(),
            Task.getDefaultInstance(),
            Plugin.getDefaultInstance(),
            Fingerprint.getDefaultInstance(),
            MountReport.getDefaultInstance(),
            CreateVolume.getDefaultInstance(),
            UpdateVolume.getDefaultInstance(),
            RemoveVolume.getDefaultInstance());

    private final Commands commands;
    private final Answers answers;
    private final Facts facts;
    private final TopicNames names;

    public VolumeApplier(Commands commands, Answers answers, Facts facts, TopicNames names) {
        this.commands = commands;
        this.answers = answers;
        this.facts = facts;
        this.names = names;
    }

    @Override
    public MessageTypes types() {
        return TYPES;
    }

    /** A wish names a plugin, a report a volume; and what is mounted already must be known before a task gets anything. */
    @Override
    public Map<HawserTopic, Set<HawserTopic>> readAfter() {
        return Map.of(
                HawserTopic.VOLUME_COMMANDS, Set.of(HawserTopic.PLUGINS),
                HawserTopic.MOUNTS, Set.of(HawserTopic.VOLUME_COMMANDS, HawserTopic.NODES, HawserTopic.FINGERPRINTS),
                HawserTopic.TASKS, Set.of(HawserTopic.MOUNTS));
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        List<Decoded> judged = records.stream().map(VolumeApplier::judged).toList();
        return BatchRows.load(tx, judged).chain(rows -> InOrder.each(judged, record -> apply(tx, rows, record)));
    }

    private static Decoded judged(Decoded record) {
        return record instanceof Decoded.Known known
                ? KeyRules.check(known)
                        .<Decoded>map(fault -> new Decoded.Invalid(
                                known.origin(),
                                Optional.of(known.key()),
                                known.id(),
                                known.type(),
                                fault.field(),
                                fault.reason()))
                        .orElse(known)
                : record;
    }

    private Uni<Void> apply(LedgerTransaction tx, BatchRows rows, Decoded record) {
        return switch (record) {
            case Decoded.Invalid invalid -> answers.refuse(tx, rows, invalid);
            case Decoded.Tombstone tombstone -> tombstone(tx, rows, tombstone);
            case Decoded.Known known -> known(tx, rows, known);
            case Decoded.Newer newer -> Uni.createFrom().voidItem();
            case Decoded.Malformed malformed -> Uni.createFrom().voidItem();
        };
    }

    private Uni<Void> known(LedgerTransaction tx, BatchRows rows, Decoded.Known record) {
        return switch (record.message()) {
            case Node node -> facts.node(tx, rows, node);
            case Task task -> facts.task(tx, rows, task);
            case Plugin plugin -> facts.plugin(tx, rows, plugin);
            case Fingerprint fingerprint -> facts.slot(tx, rows, fingerprint);
            case MountReport report -> facts.report(tx, rows, report);
            default -> commands.apply(tx, rows, record);
        };
    }

    private Uni<Void> tombstone(LedgerTransaction tx, BatchRows rows, Decoded.Tombstone tombstone) {
        Optional<HawserTopic> topic = names.parse(tombstone.origin().topic());
        if (topic.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return switch (topic.get()) {
            case NODES -> facts.nodeGone(tx, rows, tombstone.key());
            case TASKS -> facts.taskGone(tx, rows, tombstone.key());
            case PLUGINS -> facts.pluginGone(tx, rows, tombstone.key());
            case FINGERPRINTS -> facts.slotGone(tx, rows, tombstone.key());
            // A report that goes says nothing: silence takes nothing down.
            case MOUNTS,
                    SERVICES,
                    NETWORKS,
                    VOLUME_COMMANDS,
                    PLUGIN_COMMANDS,
                    VOLUMES,
                    TASK_VOLUMES,
                    COMMAND_RESULTS,
                    ASSIGNMENTS,
                    DEALLOCATIONS,
                    EVENTS -> Uni.createFrom().voidItem();
        };
    }
}
