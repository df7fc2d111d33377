package io.hawser.volume.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.command.work.Answers;
import io.hawser.volume.command.work.Commands;
import io.hawser.volume.command.work.LostRejections;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.node.AgentRecord;
import io.hawser.volume.node.Verdict;
import io.hawser.volume.node.db.FormerFingerprints;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.node.work.LostSpeakers;
import io.hawser.volume.node.work.NodeWork;
import io.hawser.volume.orphan.db.UnknownMounts;
import io.hawser.volume.spec.KeyRules;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores a batch of records in their order, and makes the affected work due. */
@ApplicationScoped
public class VolumeRecordHandler implements RecordHandler {
    private final Commands commands;
    private final Answers answers;
    private final LostRejections rejections;
    private final LostSpeakers lostSpeakers;
    private final StateRecordHandler facts;
    private final MountReportHandler reports;
    private final Speakers speakers;
    private final TopicNames names;

    public VolumeRecordHandler(
            Commands commands,
            Answers answers,
            LostRejections rejections,
            LostSpeakers lostSpeakers,
            StateRecordHandler facts,
            MountReportHandler reports,
            Speakers speakers,
            TopicNames names) {
        this.commands = commands;
        this.answers = answers;
        this.rejections = rejections;
        this.lostSpeakers = lostSpeakers;
        this.facts = facts;
        this.reports = reports;
        this.speakers = speakers;
        this.names = names;
    }

    /**
     * A command names a plugin, and a report names a volume. Existing mounts must be known before a task gets anything.
     * The inventory says which agent may take a node's place.
     */
    @Override
    public Map<HawserTopic, Set<HawserTopic>> readAfter() {
        return Map.of(
                HawserTopic.VOLUME_COMMANDS, Set.of(HawserTopic.PLUGINS),
                HawserTopic.FINGERPRINTS, Set.of(HawserTopic.NODES),
                HawserTopic.MOUNTS, Set.of(HawserTopic.VOLUME_COMMANDS, HawserTopic.NODES, HawserTopic.FINGERPRINTS),
                HawserTopic.TASKS, Set.of(HawserTopic.MOUNTS));
    }

    @Override
    public Uni<Void> beforeReading(HawserTopic topic) {
        return switch (topic) {
            case VOLUME_COMMANDS -> rejections.takeOver();
            case FINGERPRINTS, MOUNTS -> lostSpeakers.takeOver();
            default -> Uni.createFrom().voidItem();
        };
    }

    @Override
    public List<SampleStep> sample(String name) {
        return VolumeSample.steps(name);
    }

    @Override
    public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
        List<Decoded> judged = records.stream().map(this::judged).toList();
        return BatchRows.load(tx, judged).chain(rows -> InOrder.each(judged, record -> apply(tx, rows, record))
                .chain(() -> UnknownMounts.gone(tx, rows.explained()))
                .chain(() -> HeardRows.heard(tx, rows.heard()))
                .chain(back -> NodeWork.wake(tx, back)));
    }

    private Decoded judged(Decoded record) {
        return record instanceof Decoded.Known known
                ? KeyRules.check(known, names.parse(known.origin().topic()).orElseThrow())
                        .<Decoded>map(fault -> Decoded.Invalid.of(known, fault.field(), fault.message()))
                        .orElse(known)
                : record;
    }

    private Uni<Void> apply(LedgerTransaction tx, BatchRows rows, Decoded record) {
        return switch (record) {
            case Decoded.Invalid invalid -> done(() -> answers.refuse(tx, rows, invalid));
            case Decoded.Tombstone tombstone -> tombstone(tx, rows, tombstone);
            case Decoded.Known known -> known(tx, rows, known);
            case Decoded.Newer newer -> Uni.createFrom().voidItem();
            case Decoded.Malformed malformed -> Uni.createFrom().voidItem();
        };
    }

    private Uni<Void> known(LedgerTransaction tx, BatchRows rows, Decoded.Known record) {
        return switch (record.message()) {
            case Node node ->
                facts.node(tx, rows, node, written(tx, record)).invoke(() -> answers.warn(tx, rows, record));
            case Task task ->
                done(() -> {
                    facts.task(tx, rows, task);
                    answers.warn(tx, rows, record);
                });
            case Plugin plugin -> done(() -> PluginRecords.changed(tx, rows, plugin));
            case Fingerprint nodePlugin ->
                ofSpeaker(
                        tx,
                        rows,
                        new NodeName(nodePlugin.getNode()),
                        word(tx, record, nodePlugin.getAgent(), nodePlugin.getRevision()),
                        verdict -> facts.nodePlugin(tx, rows, nodePlugin),
                        () -> overheard(tx, rows, nodePlugin));
            case NodeHeartbeat beat ->
                ofSpeaker(
                        tx,
                        rows,
                        new NodeName(beat.getNode()),
                        word(tx, record, beat.getAgent(), beat.getRevision()),
                        verdict -> done(() -> facts.heard(tx, rows, verdict, beat, record.origin())),
                        VolumeRecordHandler::nothing);
            case MountReport report ->
                ofSpeaker(
                        tx,
                        rows,
                        new NodeName(report.getNode()),
                        word(tx, record, report.getAgent(), report.getRevision()),
                        verdict -> reports.changed(tx, rows, report),
                        VolumeRecordHandler::nothing);
            default -> commands.apply(tx, rows, VolumeCommand.in(record));
        };
    }

    private static Uni<Void> done(Runnable change) {
        change.run();
        return Uni.createFrom().voidItem();
    }

    private static Uni<Void> nothing() {
        return Uni.createFrom().voidItem();
    }

    private static AgentRecord word(LedgerTransaction tx, Decoded.Known record, AgentIdentity agent, long revision) {
        return AgentRecord.of(agent, revision, written(tx, record));
    }

    private static Instant written(LedgerTransaction tx, Decoded.Known record) {
        return record.origin().appended().orElse(tx.now());
    }

    /**
     * Records of an agent that does not speak for its node change nothing.
     *
     * @param ignored for such a record
     */
    private Uni<Void> ofSpeaker(
            LedgerTransaction tx,
            BatchRows rows,
            NodeName node,
            AgentRecord word,
            Function<Verdict, Uni<Void>> applied,
            Supplier<Uni<Void>> ignored) {
        boolean foreign = rows.speaker(node).toDomain().isForeign(word);
        return speakers.judge(tx, rows.speaker(node), word).chain(verdict -> {
            if (verdict.isEmpty()) {
                return ignored.get();
            }
            // If another agent's record counts, that agent has taken the place.
            Uni<Void> taken = foreign ? facts.ofFormerAgent(tx, rows, node) : nothing();
            return taken.chain(() -> applied.apply(verdict.get()));
        });
    }

    /** Other readers of the topic take it for the node's, and no other agent ends it once its own is gone. */
    private static Uni<Void> overheard(LedgerTransaction tx, BatchRows rows, Fingerprint nodePlugin) {
        NodePlugin id = new NodePlugin(new NodeName(nodePlugin.getNode()), new PluginName(nodePlugin.getPlugin()));
        return rows.nodePlugin(id).isEmpty() ? FormerFingerprints.overheard(tx, id) : nothing();
    }

    private Uni<Void> tombstone(LedgerTransaction tx, BatchRows rows, Decoded.Tombstone tombstone) {
        Optional<HawserTopic> topic = names.parse(tombstone.origin().topic());
        if (topic.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return switch (topic.get()) {
            case NODES -> facts.nodeGone(tx, rows, new NodeName(tombstone.key()));
            case TASKS -> done(() -> facts.taskGone(tx, rows, tombstone.key()));
            case PLUGINS -> done(() -> PluginRecords.gone(tx, rows, new PluginName(tombstone.key())));
            case FINGERPRINTS -> facts.nodePluginGone(tx, rows, tombstone.key());
            case MOUNTS -> done(() -> reports.gone(tx, rows, tombstone.key()));
            // No state: its tombstone means nothing.
            case VOLUME_COMMANDS -> Uni.createFrom().voidItem();
            default -> throw new IllegalStateException("no tombstones are read on " + topic.get());
        };
    }
}
