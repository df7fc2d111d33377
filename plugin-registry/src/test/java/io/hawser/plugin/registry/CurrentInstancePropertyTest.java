package io.hawser.plugin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CurrentInstancePropertyTest {
    private static final int RUNS = 5_000;
    private static final int STEPS = 40;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Test
    @DisplayName("whatever comes: some healthy controller serves if there is one, "
            + "and a healthy one yields only to a newer, steady one")
    void somebodyServesAndNobodyIsDrivenOutWithoutReason() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            Plugin plugin = Plugin.unknown("p");
            for (int step = 0; step < STEPS; step++) {
                Plugin after = change(plugin, random, step);
                check(plugin, after, seed);
                plugin = after;
            }
        }
    }

    private static Plugin change(Plugin plugin, Random random, int step) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        return switch (random.nextInt(8)) {
            case 0 -> plugin.register(name, Declared.at("", "unix:///" + name + random.nextInt(2)), step);
            case 1 -> plugin.deregister(name);
            default ->
                plugin.instance(name)
                        .map(instance -> plugin.probed(name, instance.endpoint(), answer(random), Instant.EPOCH))
                        .orElse(plugin);
        };
    }

    private static ProbeResult answer(Random random) {
        Identity identity = new Identity("1", random.nextInt(8) > 0, Set.of(), Set.of());
        return switch (random.nextInt(4)) {
            case 0 -> new ProbeResult.Failed("away");
            case 1 -> new ProbeResult.NotReady(identity, "not ready");
            default -> new ProbeResult.Ready(identity);
        };
    }

    private static void check(Plugin before, Plugin after, int seed) {
        boolean anybody = after.instances().stream().anyMatch(Instance::servesController);
        assertThat(after.current().isPresent()).as("seed %d", seed).isEqualTo(anybody);
        after.current().ifPresent(current -> assertThat(
                        after.instance(current).orElseThrow().servesController())
                .as("seed %d", seed)
                .isTrue());
        Optional<Instance> was = before.current().flatMap(after::instance).filter(Instance::servesController);
        if (was.isPresent() && !after.current().equals(before.current())) {
            Instance now = after.instance(after.current().orElseThrow()).orElseThrow();
            assertThat(now.registered())
                    .as("seed %d", seed)
                    .isGreaterThan(was.get().registered());
            assertThat(now.steady()).as("seed %d", seed).isTrue();
        }
    }
}
