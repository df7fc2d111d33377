package io.hawser.bench.volumes;

import io.hawser.bench.machine.KnownFingerprints;
import io.hawser.bench.machine.PluginProcess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Makes plugins and nodes known to Hawser. */
record Introduction(Rig rig) {
    private static final long LOOK_NANOS = 50_000_000;

    /** @param nodes by the plugin that they have; each plugin has nodes of the same names */
    void of(List<PluginProcess> plugins, Map<PluginProcess, List<BenchNode>> nodes) {
        List<String> names = nodes.values().stream()
                .flatMap(List::stream)
                .map(BenchNode::name)
                .distinct()
                .toList();
        plugins.forEach(plugin ->
                rig.surroundings().register(plugin.name(), rig.machine().controller(plugin)));
        await(
                () -> plugins.stream().allMatch(plugin -> rig.outcomes().serves(plugin.name())),
                "plugin-registry has not chosen an instance of every plugin");
        names.forEach(rig.surroundings()::node);
        // volume-service then knows the plugins before it knows that a node has them.
        nodes.forEach((plugin, its) -> its.forEach(node -> rig.surroundings().fingerprint(node, plugin.name())));
        KnownFingerprints known = rig.machine().fingerprints();
        await(
                () -> names.stream().allMatch(name -> known.on(name) == nodes.size()),
                "volume-service does not know every plugin of every node");
    }

    private void await(BooleanSupplier condition, String otherwise) {
        long giveUp = System.nanoTime() + rig.atMost().toNanos();
        while (!condition.getAsBoolean()) {
            rig.trouble().ifPresent(trouble -> {
                throw new BenchFailedException(trouble);
            });
            if (System.nanoTime() - giveUp > 0) {
                throw new BenchFailedException(
                        "after %d s %s".formatted(rig.atMost().toSeconds(), otherwise));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
