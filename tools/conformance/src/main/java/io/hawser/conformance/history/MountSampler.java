package io.hawser.conformance.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the kernel's mount table again and again, and keeps every look that differs from the one before. The process
 * must share its mount namespace with the plugins.
 */
public final class MountSampler implements AutoCloseable {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");

    private final Map<String, Path> roots;
    private final List<MountSighting> kept = new ArrayList<>();
    private final ScheduledExecutorService timer;
    private Map<String, List<SeenMount>> last = Map.of();

    private MountSampler(Map<String, Path> roots) {
        this.roots = new TreeMap<>(roots);
        this.timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("mount-sampler").daemon().factory());
    }

    /**
     * @param roots the agents' roots by node; absolute, without links
     * @param every between two looks
     */
    public static MountSampler start(Map<String, Path> roots, Duration every) {
        MountSampler sampler = new MountSampler(roots);
        sampler.timer.scheduleWithFixedDelay(sampler::look, 0, every.toNanos(), TimeUnit.NANOSECONDS);
        return sampler;
    }

    /** Looks once more, and gives all that was kept. */
    public List<MountSighting> sightings() {
        look();
        synchronized (this) {
            return List.copyOf(kept);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private synchronized void look() {
        List<MountInfo> table;
        try {
            table = MountInfo.parse(Files.readAllLines(TABLE));
        } catch (IOException e) {
            throw new UncheckedIOException("the kernel's mount table cannot be read", e);
        }
        Instant now = Instant.now();
        Map<String, List<SeenMount>> seen = new LinkedHashMap<>();
        roots.forEach((node, root) -> seen.put(node, below(root, table)));
        if (!seen.equals(last)) {
            seen.forEach((node, mounts) -> kept.add(new MountSighting(now, node, mounts)));
            last = seen;
        }
    }

    static List<SeenMount> below(Path root, List<MountInfo> table) {
        return table.stream()
                .filter(mount ->
                        mount.point().startsWith(root) && !mount.point().equals(root))
                .map(mount -> new SeenMount(root.relativize(mount.point()).toString(), mount.readOnly()))
                .toList();
    }
}
