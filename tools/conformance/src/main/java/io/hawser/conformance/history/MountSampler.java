package io.hawser.conformance.history;

import io.hawser.mounts.MountTable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reads the kernel's mount table repeatedly, and keeps every look that differs from the one before. The process must
 * share its mount namespace with the plugins.
 */
public final class MountSampler implements AutoCloseable {
    private final Supplier<MountTable> table;
    private final Map<String, Path> roots;
    private final List<MountSighting> kept = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("mount-sampler").daemon().factory());
    private Map<String, List<SeenMount>> last = Map.of();
    private Optional<UncheckedIOException> unseen = Optional.empty();

    /**
     * Returns after the first look.
     *
     * @param roots the agents' roots by node; absolute, without links
     * @param every between two looks
     */
    public MountSampler(Map<String, Path> roots, Duration every) {
        this(MountTable::read, roots, every);
    }

    MountSampler(Supplier<MountTable> table, Map<String, Path> roots, Duration every) {
        this.table = table;
        this.roots = new TreeMap<>(roots);
        look();
        timer.scheduleWithFixedDelay(this::look, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Looks once more, and returns all that were kept.
     *
     * @throws UncheckedIOException if a look has failed since {@link #forget}: the mounts at that time are unknown
     */
    public synchronized List<MountSighting> sightings() {
        look();
        unseen.ifPresent(failure -> {
            throw failure;
        });
        return List.copyOf(kept);
    }

    /** Forgets all looks except the present state: they belong to finished runs. */
    public synchronized void forget() {
        unseen = Optional.empty();
        if (!kept.isEmpty()) {
            kept.subList(0, kept.size() - roots.size()).clear();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** Never throws: an exception would stop the timer. */
    private synchronized void look() {
        try {
            Map<String, List<SeenMount>> seen = seen();
            while (!seen.equals(last)) {
                // The kernel gives out the table in pieces: what goes and what comes during a read may both be in it.
                Map<String, List<SeenMount>> again = seen();
                if (again.equals(seen)) {
                    keep(again);
                }
                seen = again;
            }
        } catch (UncheckedIOException e) {
            unseen = Optional.of(unseen.orElse(e));
        }
    }

    private Map<String, List<SeenMount>> seen() {
        MountTable mounts = table.get();
        Map<String, List<SeenMount>> seen = new LinkedHashMap<>();
        roots.forEach((node, root) -> seen.put(node, below(root, mounts)));
        return seen;
    }

    private void keep(Map<String, List<SeenMount>> seen) {
        Instant now = Instant.now();
        seen.forEach((node, there) -> kept.add(new MountSighting(now, node, there)));
        last = seen;
    }

    static List<SeenMount> below(Path root, MountTable table) {
        return table.below(root).stream()
                .filter(mount -> !mount.mountPoint().equals(root))
                .map(mount -> new SeenMount(
                        root.relativize(mount.mountPoint()).toString(),
                        mount.options().contains("ro")))
                .toList();
    }
}
