package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.VolumeStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin says of volumes in use. */
class MeasuredVolumesTest {
    private static final VolumeStats WELL =
            new VolumeStats(Optional.of(new VolumeStats.Usage(10, 4, 5)), Optional.empty(), Optional.empty());
    private static final VolumeStats ILL =
            new VolumeStats(Optional.empty(), Optional.empty(), Optional.of("a replica is gone"));

    @TempDir
    Path root;

    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new Bench(root, Bench.NO_MOUNTS, new ScriptedNodeCalls(), UnaryOperator.identity(), 1);
        bench.loop.start(List.of());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @DisplayName("A volume in use is asked about, and no longer when it is not in use")
    void asksAboutWhatIsInUse() {
        // Given
        bench.plugin.stats = () -> Optional.of(WELL);
        measure();
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted(bench, "data");
        // When
        measure();
        // Then
        await().until(() -> bench.measures.equals(List.of(Optional.of(WELL))));
        bench.desired(Sample.nothing(2));
        await().until(() -> bench.measures.equals(List.of(Optional.of(WELL), Optional.empty())));
        measure();
        await().until(() -> bench.report("data").getNothingLeft());
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "stats", "unpublish", "unstage");
    }

    @Test
    @DisplayName(
            "An abnormal volume is an event when it begins and when it ends, and a message of the report meanwhile")
    void tellsWhatIsAbnormal() {
        // Given
        bench.plugin.stats = () -> Optional.of(ILL);
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted(bench, "data");
        // When
        measure();
        await().until(() -> bench.measures.size() == 1);
        measure();
        await().until(() -> bench.measures.size() == 2);
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getMessage())
                .isEqualTo("the plugin says that it is abnormal: a replica is gone"));
        awaitMounted(bench, "data");
        bench.plugin.stats = () -> Optional.of(WELL);
        measure();
        await().untilAsserted(
                        () -> assertThat(bench.report("data").getMessage()).isEmpty());
        assertThat(bench.remarks)
                .containsExactly(
                        "VolumeAbnormal the plugin says: a replica is gone",
                        "VolumeNormal the plugin says that it is well again");
    }

    @Test
    @DisplayName("A plugin that says nothing changes nothing")
    void silenceIsNoAnswer() {
        // Given
        bench.plugin.stats = () -> Optional.of(ILL);
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted(bench, "data");
        measure();
        await().until(() -> bench.measures.size() == 1);
        bench.plugin.stats = Optional::empty;
        // When
        measure();
        await().until(() -> bench.plugin.calls.stream().filter("stats"::equals).count() == 2);
        // Then
        await().untilAsserted(
                        () -> assertThat(bench.report("data").getMessage()).contains("a replica is gone"));
        assertThat(bench.measures).hasSize(1);
    }

    @Test
    @DisplayName("Where no call of the plugin is free, or where work is due, the turn is passed over")
    void workComesFirst() throws Exception {
        // Given
        Semaphore calls = new Semaphore(1);
        MountWork work = new MountWork(
                Sample.KEY,
                bench.environment,
                bench,
                _ -> calls,
                Optional.empty(),
                Sample.none(),
                Optional.empty(),
                () -> {});
        bench.plugin.stats = () -> Optional.of(WELL);
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
        work.run(() -> false);
        // When
        calls.acquire();
        work.measureAtRest();
        work.run(() -> false);
        calls.release();
        work.run(() -> false);
        // Then
        assertThat(bench.plugin.calls).as("no call was free").containsExactly("stage", "publish");
        // When
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, false, "no");
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(2, "t1", "t2")));
        work.measureAtRest();
        work.run(() -> false);
        // Then
        assertThat(bench.plugin.calls).as("a publish is due").containsExactly("stage", "publish", "publish");
        // When
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(3, "t1")));
        bench.plugin.answer = _ -> new CallOutcome.Done();
        bench.ahead = Duration.ofMinutes(1);
        work.measureAtRest();
        work.run(() -> false);
        // Then
        assertThat(bench.plugin.calls).as("it rests").containsExactly("stage", "publish", "publish", "stats");
        assertThat(calls.availablePermits()).isEqualTo(1);
    }

    private void measure() {
        bench.loop.measure(0, 300, Duration.ofSeconds(300));
    }

    @Test
    @DisplayName("What is to be reported is reported before the plugin is asked how the volume is: it may not answer")
    void reportsBeforeItMeasures() throws Exception {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted(bench, "data");
        AtomicLong reported = new AtomicLong();
        bench.plugin.stats = () -> {
            reported.set(bench.report("data").getGeneration());
            return Optional.of(WELL);
        };
        // When
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(2, "t1")));
        measure();
        await().until(() -> bench.measures.size() == 1);
        // Then
        assertThat(reported).hasValue(2);
    }

    @Test
    @DisplayName("A turn that finds work is passed over also if the work is done then")
    void theTurnIsPassedOverAfterWork() {
        // Given
        MountWork work = new MountWork(
                Sample.KEY,
                bench.environment,
                bench,
                _ -> new Semaphore(1),
                Optional.empty(),
                Sample.none(),
                Optional.empty(),
                () -> {});
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
        // When
        work.measureAtRest();
        work.run(() -> false);
        // Then
        assertThat(bench.plugin.calls).containsExactly("stage", "publish");
    }
}
