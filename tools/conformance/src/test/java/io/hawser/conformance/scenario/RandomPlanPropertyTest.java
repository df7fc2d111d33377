package io.hawser.conformance.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.TaskMount;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RandomPlanPropertyTest {
    private static final int SEEDS = 500;

    @Test
    @DisplayName("The same seed draws the same run, another one another")
    void theSameSeedDrawsTheSameRun() {
        LongStream.range(0, SEEDS).forEach(seed -> {
            // When
            Plan once = RandomPlan.draw(seed);
            Plan again = RandomPlan.draw(seed);

            // Then
            assertThat(again).isEqualTo(once);
            assertThat(again.text()).isEqualTo(once.text());
            assertThat(RandomPlan.draw(seed + 1).acts()).isNotEqualTo(once.acts());
        });
    }

    @Test
    @DisplayName("A task uses volumes whose creation was commanded before, and ends after it started")
    void everyActHasWhatItNeeds() {
        LongStream.range(0, SEEDS).mapToObj(RandomPlan::draw).forEach(plan -> {
            Set<String> volumes = new HashSet<>();
            Set<String> tasks = new HashSet<>();
            for (Act act : plan.acts()) {
                switch (act) {
                    case Act.Create(String volume) -> volumes.add(volume);
                    case Act.Start(String task) -> {
                        assertThat(volumes)
                                .containsAll(plan.tasks().get(task).mounts().stream()
                                        .map(mount -> mount.getSource())
                                        .toList());
                        assertThat(tasks.add(task)).as("%s starts once", task).isTrue();
                    }
                    case Act.End(String task) -> assertThat(tasks).contains(task);
                    default -> {
                        // Needs nothing.
                    }
                }
            }
            assertThat(volumes).isEqualTo(plan.volumes().keySet());
        });
    }

    @Test
    @DisplayName("What is to go has no task that could still wait for it, and the service goes after the last start")
    void whatGoesIsNotWaitedFor() {
        LongStream.range(0, SEEDS).mapToObj(RandomPlan::draw).forEach(plan -> {
            Set<String> living = new HashSet<>();
            Set<String> gone = new HashSet<>();
            boolean marked = false;
            for (Act act : plan.acts()) {
                switch (act) {
                    case Act.Start(String task) -> {
                        assertThat(marked).isFalse();
                        assertThat(sources(plan, task)).noneMatch(gone::contains);
                        living.add(task);
                    }
                    case Act.End(String task) -> living.remove(task);
                    case Act.Remove(String volume) -> {
                        assertThat(living).allSatisfy(task -> assertThat(sources(plan, task))
                                .doesNotContain(volume));
                        assertThat(plan.owned()).isNotEqualTo(Optional.of(volume));
                        gone.add(volume);
                    }
                    case Act.MarkService() -> marked = true;
                    default -> {
                        // Nobody goes.
                    }
                }
            }
        });
    }

    private static List<String> sources(Plan plan, String task) {
        return plan.tasks().get(task).mounts().stream()
                .map(TaskMount::getSource)
                .toList();
    }

    @Test
    @DisplayName("Every kind of disturbance, and every way to write a bad record, is drawn by some seed")
    void everyDisturbanceIsDrawn() {
        // When
        Set<Class<?>> kinds = new HashSet<>();
        Set<Act.Malformation> ways = new HashSet<>();
        Set<String> processes = new HashSet<>();
        LongStream.range(0, SEEDS)
                .mapToObj(RandomPlan::draw)
                .flatMap(plan -> plan.acts().stream())
                .forEach(act -> {
                    kinds.add(act.getClass());
                    switch (act) {
                        case Act.Malform(Act.Malformation how, int which) -> ways.add(how);
                        case Act.Kill(String process, int away) -> processes.add(process);
                        case Act.Restart(String process) -> processes.add(process);
                        default -> {
                            // Of one kind only.
                        }
                    }
                });

        // Then
        assertThat(kinds)
                .contains(
                        Act.Kill.class,
                        Act.Freeze.class,
                        Act.Restart.class,
                        Act.Duplicate.class,
                        Act.Malform.class,
                        Act.LoseNode.class,
                        Act.UpgradePlugin.class,
                        Act.FlapPlugin.class,
                        Act.Repeat.class,
                        Act.Spoil.class,
                        Act.EmptyAssignments.class,
                        Act.Remove.class,
                        Act.MarkService.class);
        assertThat(LongStream.range(0, SEEDS).mapToObj(RandomPlan::draw))
                .anyMatch(plan -> plan.emptied().isPresent());
        assertThat(ways).containsExactlyInAnyOrder(Act.Malformation.values());
        assertThat(processes).contains("broker", "postgres").containsAll(HawserService.namesWithDatabase());
    }

    @Test
    @DisplayName("Seeds 1 to 50 draw every disturbance, of every process that it concerns, and every bad record")
    void fiftySeedsDrawEveryDisturbance() {
        // When
        Set<String> drawn = LongStream.rangeClosed(1, 50)
                .mapToObj(RandomPlan::draw)
                .flatMap(plan -> plan.acts().stream())
                .map(RandomPlanPropertyTest::words)
                .collect(Collectors.toSet());

        // Then
        assertThat(LongStream.rangeClosed(1, 50)
                        .mapToObj(seed -> RandomPlan.draw(seed).plugin().relayed()))
                .contains(true, false);
        assertThat(HawserService.namesWithDatabase())
                .allSatisfy(service -> assertThat(drawn).contains("killed " + service, "frozen " + service));
        assertThat(drawn)
                .contains(
                        "killed agent-node-1",
                        "killed agent-node-2",
                        "killed agent-node-3",
                        "frozen agent-node-1",
                        "frozen agent-node-2",
                        "frozen agent-node-3",
                        "killed broker",
                        "restarted broker",
                        "restarted postgres",
                        "LoseNode",
                        "UpgradePlugin",
                        "FlapPlugin",
                        "EmptyAssignments",
                        "Duplicate",
                        "Remove",
                        "MarkService")
                .contains(
                        "database READ_ONLY",
                        "database FULL",
                        "database SCHEMA_DRIFT",
                        "database STANDS_STILL",
                        "database BLACK_HOLED",
                        "BackUpDatabase",
                        "RestoreDatabase",
                        "deleted EVENTS",
                        "deleted ASSIGNMENTS",
                        "TruncateLog",
                        "BurnNode",
                        "RebootNode",
                        "SecondAgentFor",
                        "DeadMountFor",
                        "UninstallPluginFor",
                        "PluginGivenUp")
                .contains(
                        "malformed UNDECODABLE",
                        "malformed NO_EVENT",
                        "malformed BAD_ENUM",
                        "malformed FOREIGN_KEY",
                        "malformed NO_KEY",
                        "malformed UNKNOWN_TYPE")
                .contains(
                        "repeated FINGERPRINTS",
                        "repeated MOUNTS",
                        "repeated PLUGINS",
                        "repeated ASSIGNMENTS",
                        "spoilt FINGERPRINTS",
                        "spoilt MOUNTS",
                        "spoilt PLUGINS");
    }

    @Test
    @DisplayName("As many seeds in a row as there are losses bring each of them, whole")
    void seedsInARowBringEachLoss() {
        // Given
        List<String> nodes = List.of("node-1", "node-2", "node-3");
        LongStream.of(1, 8, 1_000_003).forEach(from -> {
            // When
            List<List<Act>> drawn = LongStream.range(from, from + Loss.values().length)
                    .mapToObj(RandomPlan::draw)
                    .map(Plan::acts)
                    .toList();
            // Then
            for (int i = 0; i < drawn.size(); i++) {
                assertThat(drawn.get(i)).containsSubsequence(Loss.draw(from + i, nodes));
            }
            assertThat(drawn.stream().flatMap(List::stream).map(RandomPlanPropertyTest::words))
                    .contains("BackUpDatabase", "BurnNode", "SecondAgentFor", "DeadMountFor", "TruncateLog");
        });
    }

    @Test
    @DisplayName("Seeds 1 to 50 bring each loss to a plugin that is reached through relays, and to one that is not")
    void fiftySeedsBringEachLossWithAndWithoutRelays() {
        // When
        Map<Boolean, Set<Loss>> losses = LongStream.rangeClosed(1, 50)
                .boxed()
                .collect(Collectors.partitioningBy(
                        seed -> RandomPlan.draw(seed).plugin().relayed(),
                        Collectors.mapping(Loss::of, Collectors.toSet())));

        // Then
        assertThat(losses.values()).allSatisfy(met -> assertThat(met).containsExactlyInAnyOrder(Loss.values()));
    }

    @Test
    @DisplayName("Some seeds register one of their volumes, which a plugin without topology reaches from everywhere")
    void someSeedsRegisterAVolume() {
        List<Set<Long>> seeds = List.of(new HashSet<>(), new HashSet<>());
        LongStream.range(0, SEEDS).forEach(seed -> {
            // When
            Plan plan = RandomPlan.draw(seed);
            List<String> registered = plan.volumes().keySet().stream()
                    .filter(volume -> plan.existing(volume).isPresent())
                    .toList();

            // Then
            assertThat(registered).hasSameSizeAs(plan.plugin().adopted());
            assertThat(registered)
                    .allMatch(volume -> plan.plugin().capabilities().hasTopology()
                            || !plan.volumes().get(volume).hasTopology());
            seeds.get(Math.min(registered.size(), 1)).add(seed);
        });
        assertThat(seeds).allSatisfy(some -> assertThat(some).hasSizeGreaterThan(SEEDS / 4));
    }

    private static String words(Act act) {
        return switch (act) {
            case Act.Kill(String process, int away) -> "killed " + process;
            case Act.Freeze(String process, int millis) -> "frozen " + process;
            case Act.Restart(String process) -> "restarted " + process;
            case Act.Malform(Act.Malformation how, int which) -> "malformed " + how.name();
            case Act.Repeat(HawserTopic topic, int which) -> "repeated " + topic.name();
            case Act.Spoil(HawserTopic topic, int which) -> "spoilt " + topic.name();
            case Act.TroubleDatabase(Act.Trouble trouble, int millis) -> "database " + trouble.name();
            case Act.DeleteTopic(HawserTopic topic) -> "deleted " + topic.name();
            default -> act.getClass().getSimpleName();
        };
    }
}
