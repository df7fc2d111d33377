package io.hawser.conformance.invariant;

import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.Tables;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Once the run is quiet, the plugins' state equals the tables: volumes, attachments, stagings, targets and mounts. No
 * outbox row is unsent. The plugin sees no table of a service, and no mount table.
 */
final class NoLeak implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        history.quiet().ifPresent(tables -> check(history, tables, findings));
    }

    private static void check(History history, Tables tables, Findings findings) {
        KnownVolumes volumes = KnownVolumes.of(history);
        Excuses excuses = Excuses.of(history);
        Set<String> uids = tables.volumes().stream()
                .filter(row -> row.created() || row.uncertain())
                .map(Tables.VolumeLine::uid)
                .collect(Collectors.toSet());
        Set<String> spots = new HashSet<>();
        tables.publications().forEach(row -> spots.add(row.volume() + " " + row.node()));
        for (PluginTrace trace : history.plugins()) {
            for (HeldVolume held : trace.held()) {
                Optional<KnownVolumes.Known> known = volumes.csiName(held.name());
                if (!excuses.plugin(held.name())
                        && known.filter(v -> excuses.forced(v.name())).isEmpty()) {
                    volume(trace, held, known, uids, findings);
                    known.filter(v -> uids.contains(v.uid())).ifPresent(v -> onNodes(trace, held, v, spots, findings));
                }
            }
        }
        tables.unsent()
                .forEach((service, count) -> findings.that(
                        count == 0, () -> service + " has " + count + " records that were never sent", List::of));
        mounts(history, volumes, excuses, spots, findings);
    }

    private static void volume(
            PluginTrace trace,
            HeldVolume held,
            Optional<KnownVolumes.Known> known,
            Set<String> uids,
            Findings findings) {
        findings.that(
                held.mayStay() || known.filter(v -> uids.contains(v.uid())).isPresent(),
                () -> trace.name() + " holds volume " + held.id() + " (" + held.name() + "), and no row does",
                () -> List.of(held.toString()));
    }

    private static void onNodes(
            PluginTrace trace, HeldVolume held, KnownVolumes.Known volume, Set<String> spots, Findings findings) {
        Stream.of(
                        held.attached().keySet(),
                        held.staged().keySet(),
                        held.published().keySet())
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .forEach(node -> findings.that(
                        spots.contains(volume.name() + " " + trace.node(node)),
                        () -> trace.name() + " holds volume " + volume.name() + " on " + trace.node(node)
                                + ", and no publication does",
                        () -> List.of(held.toString())));
    }

    private static void mounts(
            History history, KnownVolumes volumes, Excuses excuses, Set<String> spots, Findings findings) {
        MountView.last(history).forEach(sighting -> sighting.mounts().forEach(mount -> mount.place()
                .filter(place -> volumes.uid(place.uid()).isPresent() && !excuses.forced(place.volume()))
                .ifPresent(place -> findings.that(
                        spots.contains(place.volume() + " " + sighting.node()),
                        () -> "volume " + place.volume() + " is still mounted on " + sighting.node()
                                + ", and no publication is left",
                        () -> List.of(Words.sighting(sighting, mount.path()))))));
    }
}
