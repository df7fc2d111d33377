package io.hawser.plugin.registry.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.Registration;
import io.hawser.plugin.registry.Registry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryRestartPropertyTest {
    private static final int COMMANDS = 10_000;
    private static final int PRODUCERS = 50;

    private final Map<String, LinkedHashMap<String, String>> model = new HashMap<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @Tag("nomad-17")
    @Tag("nomad-49")
    @Tag("nomad-50")
    @Tag("nomad-51")
    @Tag("nomad-W2")
    @DisplayName(
            "10,000 registrations and deregistrations of 50 producers in random order, with a restart in the middle"
                    + " and a clock that is set back, end as a plain model's")
    void likeThePlainModel(int seed) {
        // Given
        Random random = new Random(seed);
        List<Fact.Command> commands = inAnyOrder(random);
        Registry registry = Registry.EMPTY;
        long clock = 1_000_000;

        // When
        for (int from = 0; from < COMMANDS; ) {
            int to = Math.min(COMMANDS, from + 1 + random.nextInt(200));
            List<Fact> batch = List.copyOf(commands.subList(from, to));
            Registration.Outcome outcome = Registration.apply(registry, batch, clock);
            registry = outcome.after();
            batch.forEach(fact -> model((Fact.Command) fact));
            if (from < COMMANDS / 2 && to >= COMMANDS / 2) {
                registry = restarted(registry, random);
                clock -= 500_000;
            }
            clock += random.nextInt(100);
            from = to;
        }

        // Then
        Map<String, List<String>> expected = model.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, each -> newestFirst(each.getValue())));
        Map<String, List<String>> found = registry.plugins().values().stream()
                .collect(Collectors.toMap(Plugin::name, plugin -> plugin.instances().stream()
                        .map(instance -> instance.name() + " at " + instance.endpoint())
                        .toList()));
        assertThat(found).isEqualTo(expected);
    }

    private static List<String> newestFirst(LinkedHashMap<String, String> instances) {
        return instances.sequencedEntrySet().reversed().stream()
                .map(instance -> instance.getKey() + " at " + instance.getValue())
                .toList();
    }

    /** A known instance keeps its place; a new one, or one that comes back, is the newest. */
    private void model(Fact.Command command) {
        LinkedHashMap<String, String> instances = model.computeIfAbsent(command.plugin(), _ -> new LinkedHashMap<>());
        switch (command) {
            case Fact.Register register ->
                instances.put(register.instance(), register.declared().endpoint());
            case Fact.Deregister deregister -> instances.remove(deregister.instance());
        }
    }

    /** Each producer's commands keep their order. */
    private static List<Fact.Command> inAnyOrder(Random random) {
        List<Deque<Fact.Command>> producers = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            Deque<Fact.Command> own = new ArrayDeque<>();
            for (int i = 0; i < COMMANDS / PRODUCERS; i++) {
                String id = producer + "-" + i;
                Fact.Header header = new Fact.Header(id, "type", id, List.of());
                String plugin = "p" + random.nextInt(5);
                String instance = "i" + random.nextInt(40);
                own.add(
                        random.nextInt(3) > 0
                                ? new Fact.Register(
                                        header, plugin, instance, Declared.at("", "unix:///" + random.nextInt(3)))
                                : new Fact.Deregister(header, plugin, instance));
            }
            producers.add(own);
        }
        List<Fact.Command> merged = new ArrayList<>();
        while (!producers.isEmpty()) {
            Deque<Fact.Command> next = producers.get(random.nextInt(producers.size()));
            merged.add(next.removeFirst());
            producers.removeIf(Deque::isEmpty);
        }
        return merged;
    }

    /** What the tables give back, in any order of rows. */
    private static Registry restarted(Registry registry, Random random) {
        Map<String, Plugin> plugins = new HashMap<>();
        registry.plugins().forEach((name, plugin) -> {
            List<Instance> rows = new ArrayList<>(plugin.instances().stream()
                    .map(instance -> new InstanceRow(name, instance).toDomain())
                    .toList());
            Collections.shuffle(rows, random);
            plugins.put(name, new Plugin(name, rows, Map.of(), Optional.empty()));
        });
        return new Registry(plugins, Map.of(), java.util.Set.of(), registry.commands());
    }
}
