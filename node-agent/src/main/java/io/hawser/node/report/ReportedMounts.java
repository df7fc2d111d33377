package io.hawser.node.report;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The mounts that a broker has in the node's reports. No task may start on another one: a restored database learns only
 * from the reports which mounts a lost one gave to tasks, and has the others taken down.
 */
public final class ReportedMounts {
    private final RootLayout layout;
    private final Map<String, Reported> volumes = new ConcurrentHashMap<>();

    public ReportedMounts(RootLayout layout) {
        this.layout = layout;
    }

    /**
     * @param newest what the newest report lists
     * @param acknowledged what an acknowledged report lists, and each one since
     */
    private record Reported(Set<Path> newest, Set<Path> acknowledged) {}

    /** The report is to be sent, in the place of one that still waits. */
    public void reports(MountReport report) {
        volumes.merge(
                report.getVolume(),
                new Reported(listed(report), Set.of()),
                (before, now) -> new Reported(now.newest(), both(before.acknowledged(), now.newest())));
    }

    /** The broker has the report. Of later ones, only the newest may still reach it. */
    public void acknowledged(MountReport report) {
        volumes.computeIfPresent(
                report.getVolume(), (_, now) -> new Reported(now.newest(), both(listed(report), now.newest())));
    }

    public void gone(String volume) {
        volumes.remove(volume);
    }

    public boolean has(String volume, Path target) {
        Reported reported = volumes.get(volume);
        return reported != null && reported.acknowledged().contains(target);
    }

    private Set<Path> listed(MountReport report) {
        VolumeKey key = new VolumeKey(report.getVolume(), report.getUid());
        return report.getTargetsList().stream()
                .filter(target -> target.getState() != MountState.MOUNT_STATE_UNMOUNTING)
                .map(MountedTarget::getId)
                .map(target -> layout.target(key, target))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<Path> both(Set<Path> one, Set<Path> other) {
        Set<Path> both = new HashSet<>(one);
        both.retainAll(other);
        return Set.copyOf(both);
    }
}
