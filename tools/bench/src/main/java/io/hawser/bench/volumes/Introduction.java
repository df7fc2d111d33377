package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.KnownFingerprints;
import io.hawser.bench.machine.PluginProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes plugins and nodes known to volume-service.
 *
 * @param atMost how long that may take
 */
record Introduction(BenchMachine machine, Surroundings surroundings, Duration atMost) {
    private static final long LOOK_NANOS = 50_000_000;

    /**
     * Plugins are written first, so when volume-service knows the nodes' fingerprints it also knows the plugins.
     *
     * @param onNodes the plugin that the nodes have
     */
    void of(List<PluginProcess> plugins, PluginProcess onNodes, List<BenchNode> nodes) {
        plugins.forEach(plugin -> surroundings.plugin(plugin.name(), machine.controller(plugin)));
        surroundings.flush();
        nodes.forEach(node -> surroundings.node(node, onNodes.name()));
        KnownFingerprints known = machine.fingerprints();
        long giveUp = System.nanoTime() + atMost.toNanos();
        while (known.count() < nodes.size()) {
            if (System.nanoTime() > giveUp) {
                throw new BenchFailedException("volume-service knows only %d of %d nodes after %d s"
                        .formatted(known.count(), nodes.size(), atMost.toSeconds()));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
