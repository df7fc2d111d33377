package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.knowledge.Placements;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Once the run is quiet, every row or report that is not uncertain agrees with the plugin, which sees neither rows nor
 * reports.
 */
final class SettledMeansTrue implements Invariant {

    /** A volume and the trace of its plugin. */
    private record Holding(PluginTrace trace, Placements caller, Optional<HeldVolume> volume) {
        Optional<Map<String, String>> attached(String csiNodeId) {
            return volume.map(v -> v.attached().get(csiNodeId));
        }

        /**
         * Whether the plugin answered with this publish context last. Its caller can know no other. A plugin that
         * attaches with a context and answers without it goes unnoticed, because CSI allows a plugin to have none.
         */
        boolean said(Tables.PublicationLine row) {
            return volume.map(v -> caller.at(v.name(), row.csiNodeId()))
                    .filter(placement -> placement.attachment().present()
                            && placement.publishContext().equals(row.publishContext()))
                    .isPresent();
        }
    }

    @Override
    public void check(History history, Findings findings) {
        history.quiet().ifPresent(tables -> check(history, tables, findings));
    }

    private static void check(History history, Tables tables, Findings findings) {
        Excuses excuses = Excuses.of(history);
        Map<String, Holding> byVolume = new HashMap<>();
        for (Tables.VolumeLine row : tables.volumes()) {
            String csiName = "hawser-" + row.uid();
            if (excuses.plugin(csiName) || excuses.forced(row.name()) || row.calling()) {
                continue;
            }
            holding(history, row, csiName).ifPresent(holding -> {
                byVolume.put(row.name(), holding);
                volume(row, holding, findings);
            });
        }
        tables.publications().forEach(row -> Optional.ofNullable(byVolume.get(row.volume()))
                .ifPresent(holding -> publication(row, holding, findings)));
        reports(history, tables, byVolume, findings);
        words(history, tables, byVolume, findings);
    }

    /** Checks the published records of volumes whose state at the plugin is certain. */
    private static void words(History history, Tables tables, Map<String, Holding> byVolume, Findings findings) {
        Set<String> uncertain = Stream.concat(
                        tables.volumes().stream()
                                .filter(Tables.VolumeLine::uncertain)
                                .map(Tables.VolumeLine::name),
                        tables.publications().stream()
                                .filter(row -> row.uncertain() || row.unconfirmed())
                                .map(Tables.PublicationLine::volume))
                .collect(Collectors.toSet());
        Map<String, PublishedState> published = new HashMap<>();
        byVolume.forEach((name, holding) -> holding.volume()
                .filter(held -> !uncertain.contains(name))
                .ifPresent(held -> published.put(name, new PublishedState(holding.trace(), held, findings))));
        Fences fences = Fences.of(history);
        PublishedState.newest(history, HawserTopic.VOLUMES, Volume.class).stream()
                .filter(said ->
                        tables.volumes().stream().anyMatch(row -> row.uid().equals(said.getUid())))
                .forEach(said ->
                        Optional.ofNullable(published.get(said.getName())).ifPresent(state -> state.volume(said)));
        PublishedState.newest(history, HawserTopic.TASK_VOLUMES, TaskVolumes.class).stream()
                .filter(said -> !fences.at(said.getNode(), tables.at()))
                .forEach(said -> said.getMountsList().stream()
                        .filter(TaskVolume::hasMounted)
                        .forEach(mount -> Optional.ofNullable(published.get(mount.getVolume()))
                                .ifPresent(state -> state.task(said, mount))));
    }

    private static Optional<Holding> holding(History history, Tables.VolumeLine row, String csiName) {
        return history.plugins().stream()
                .filter(trace -> trace.name().equals(row.spec().getPlugin()))
                .findFirst()
                .map(trace -> new Holding(
                        trace,
                        Replay.of(trace, (call, before) -> {}).placements(),
                        trace.held().stream()
                                .filter(held ->
                                        held.name().equals(csiName) || held.id().equals(row.volumeId()))
                                .findFirst()));
    }

    private static void volume(Tables.VolumeLine row, Holding holding, Findings findings) {
        if (row.uncertain()) {
            return;
        }
        boolean agrees = row.created()
                ? holding.volume()
                        .filter(held -> held.id().equals(row.volumeId()))
                        .isPresent()
                : holding.volume().isEmpty();
        findings.that(
                agrees,
                () -> "the row of volume " + row.name() + " is settled as "
                        + (row.created() ? "created (" + row.volumeId() + ")" : "not created")
                        + ", and the plugin holds "
                        + holding.volume().map(HeldVolume::id).orElse("nothing"),
                () -> List.of(row.toString(), holding.volume().toString()));
    }

    private static void publication(Tables.PublicationLine row, Holding holding, Findings findings) {
        if (row.uncertain() || !holding.trace().capabilities().hasAttach()) {
            return;
        }
        Optional<Map<String, String>> attached = holding.attached(row.csiNodeId());
        boolean agrees =
                switch (row.state()) {
                    case "PUBLISHED", "PENDING_NODE_UNPUBLISH" ->
                        attached.filter(context -> row.publishContext().equals(context) || holding.said(row))
                                .isPresent();
                    case "PENDING_UNPUBLISH" -> attached.isPresent();
                    default -> attached.isEmpty();
                };
        findings.that(
                agrees,
                () -> "volume " + row.volume() + " on " + row.node() + " is settled as " + row.state()
                        + ", and the plugin has it " + (attached.isPresent() ? "attached" : "not attached") + " there",
                () -> List.of(row.toString(), holding.volume().toString()));
    }

    private static void reports(History history, Tables tables, Map<String, Holding> byVolume, Findings findings) {
        Fences fences = Fences.of(history);
        Strangers strangers = Strangers.of(history);
        Map<String, TopicRecord> newest = new LinkedHashMap<>();
        history.records().stream()
                .filter(record -> record.topic() == HawserTopic.MOUNTS)
                .filter(record ->
                        record.as(MountReport.class).filter(strangers::said).isEmpty())
                .forEach(record -> newest.put(record.key(), record));
        newest.values().forEach(record -> record.as(MountReport.class)
                // A node that is away cannot correct its report.
                .filter(report -> !fences.at(report.getNode(), tables.at()) && !lostAfter(history, report, record))
                .ifPresent(report -> Optional.ofNullable(byVolume.get(report.getVolume()))
                        .filter(holding -> holding.volume()
                                .filter(held -> held.name().equals("hawser-" + report.getUid()))
                                .isPresent())
                        .ifPresent(holding -> report(record, report, holding, findings))));
    }

    private static boolean lostAfter(History history, MountReport report, TopicRecord record) {
        return history.actions().stream()
                .anyMatch(
                        action -> lost(action, report.getNode()) && action.at().isAfter(record.at()));
    }

    private static boolean lost(Action action, String node) {
        return switch (action) {
            case Action.NodeLost(var at, String lost) -> lost.equals(node);
            case Action.NodeDestroyed(var at, String destroyed) -> destroyed.equals(node);
            default -> false;
        };
    }

    private static void report(TopicRecord record, MountReport report, Holding holding, Findings findings) {
        HeldVolume held = holding.volume().orElseThrow();
        Optional<String> csiNode = holding.trace().nodes().entrySet().stream()
                .filter(node -> node.getValue().equals(report.getNode()))
                .map(Map.Entry::getKey)
                .findFirst();
        Set<String> there = csiNode.map(node -> held.published().getOrDefault(node, Set.of()))
                .orElse(Set.of());
        boolean staged = csiNode.filter(held.staged()::containsKey).isPresent();
        boolean mountedAreThere = report.getTargetsList().stream()
                .filter(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                .allMatch(target -> there.contains(target.getPath()));
        boolean othersAreNot = there.stream().allMatch(path -> report.getTargetsList().stream()
                .anyMatch(target -> target.getId().equals(KnownVolumes.targetId(path))));
        findings.that(
                mountedAreThere && othersAreNot && !(report.getNothingLeft() && staged),
                () -> "node " + report.getNode() + " reports of volume " + report.getVolume()
                        + " what is not so at the plugin",
                () -> List.of(Words.record(record), report.toString().replaceAll("\\s+", " "), held.toString()));
    }
}
