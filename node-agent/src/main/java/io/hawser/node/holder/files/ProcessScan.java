package io.hawser.node.holder.files;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.holder.Holder;
import io.hawser.node.holder.Holding;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks through all processes for those that use a mount below a folder. One look serves every volume for a while, so
 * that many stuck volumes cost no more than one.
 */
public final class ProcessScan {
    private static final Duration SERVES = Duration.ofSeconds(10);

    private final Path proc;
    private final Path folder;
    private final Supplier<MountTable> mounts;
    private final InstantSource clock;
    private Instant looked = Instant.MIN;
    private final List<Found> found = new ArrayList<>();
    private Set<String> sought = Set.of();
    private String unseen = "";
    private int refused;

    /** @param mount as the process sees it */
    private record Found(MountEntry mount, Holder holder) {}

    /**
     * @param proc usually {@code /proc}
     * @param folder mounts at or below it are looked for
     */
    public ProcessScan(Path proc, Path folder, Supplier<MountTable> mounts, InstantSource clock) {
        this.proc = proc;
        this.folder = folder;
        this.mounts = mounts;
        this.clock = clock;
    }

    /** Blocks for one volume at a time. */
    public synchronized Holding of(Path mountPoint) {
        MountTable table = mounts.get();
        Optional<String> what = table.at(mountPoint).map(MountEntry::what);
        Instant now = clock.instant();
        // A clock that was set back does not make an old look a new one.
        if (now.isBefore(looked)
                || now.isAfter(looked.plus(SERVES))
                || what.filter(it -> !sought.contains(it)).isPresent()) {
            look(table);
            looked = now;
        }
        return Holding.of(
                mountPoint,
                table,
                found.stream()
                        .filter(each -> what.equals(Optional.of(each.mount().what())))
                        .filter(each -> !isBelowFolder(each.mount())
                                || each.mount().mountPoint().equals(mountPoint))
                        .map(Found::holder)
                        .toList(),
                unseen);
    }

    private void look(MountTable table) {
        sought = table.below(folder).stream().map(MountEntry::what).collect(Collectors.toSet());
        found.clear();
        refused = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                look(process);
            }
            String lacking = ProcessRights.lacking(proc);
            unseen = lacking.isEmpty() && refused > 0 ? refused + " may not be looked at" : lacking;
        } catch (IOException | DirectoryIteratorException e) {
            unseen = "the processes cannot be listed: " + e.getMessage();
        }
    }

    private void look(Path process) {
        ProcessFiles files = new ProcessFiles(process);
        Set<MountEntry> mounted = files.mounted(sought);
        if (mounted.isEmpty()) {
            return;
        }
        Map<MountEntry, Holder.Use> uses = new HashMap<>();
        Optional<Set<MountEntry>> open = files.open();
        if (open.isEmpty() && Files.exists(process)) {
            refused++;
        }
        open.orElse(Set.of()).forEach(mount -> uses.putIfAbsent(mount, Holder.Use.OPEN_FILES));
        files.linked("cwd").ifPresent(mount -> uses.putIfAbsent(mount, Holder.Use.WORKING_FOLDER));
        files.linked("exe").ifPresent(mount -> uses.putIfAbsent(mount, Holder.Use.PROGRAM));
        if (files.elsewhere(proc.resolve("self"))) {
            mounted.stream()
                    .filter(mount -> !isBelowFolder(mount))
                    .forEach(mount -> uses.putIfAbsent(mount, Holder.Use.OTHER_NAMESPACE));
        }
        uses.keySet().retainAll(mounted);
        long pid = Long.parseLong(process.getFileName().toString());
        uses.forEach((mount, use) -> found.add(new Found(mount, new Holder(pid, files.command(), use))));
    }

    /**
     * Whether the process sees the mount at the agent's own path, as it sees a propagated one. An unmount by the agent
     * ends such a mount for the process, too.
     */
    private boolean isBelowFolder(MountEntry mount) {
        return mount.mountPoint().startsWith(folder);
    }
}
