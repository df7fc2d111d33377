package io.hawser.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With small shell scripts in place of services. */
class SupervisorIT {
    @TempDir
    Path folder;

    private final List<String> ready = Collections.synchronizedList(new ArrayList<>());
    private Supervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = new Supervisor(folder, Launch.Lifetime.WITH_US, ready::add);
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    @Test
    void atMostTwoAreStartingAtATime() {
        // Given
        var starting = new AtomicInteger();
        var most = new AtomicInteger();
        List<ProcessSpec> specs = IntStream.range(0, 6)
                .mapToObj(i -> spec("p" + i, "exec sleep 600", countingLooks(starting, most)))
                .toList();
        // When
        supervisor.start(specs);
        // Then
        assertThat(most).hasValue(2);
        assertThat(supervisor.running()).containsExactly("p0", "p1", "p2", "p3", "p4", "p5");
        assertThat(ready).hasSize(6);
    }

    @Test
    void stopsTheLastStartedFirst() throws Exception {
        // Given
        Path journal = folder.resolve("journal");
        supervisor.start(List.of(journalled("first", journal)));
        supervisor.start(List.of(journalled("second", journal)));
        // When
        supervisor.stopAll();
        // Then
        assertThat(Files.readAllLines(journal)).containsExactly("second", "first");
        assertThat(supervisor.running()).isEmpty();
        assertThat(new PidFiles(folder).read()).isEmpty();
    }

    @Test
    void whatNeverBecomesReadyIsAnErrorThatShowsItsLog() {
        // Given
        ProcessSpec broken = spec("broken", "echo no such database; exit 3", () -> false);
        // When
        // Then
        assertThatThrownBy(() -> supervisor.start(List.of(broken)))
                .hasMessageContaining("broken")
                .hasMessageContaining("no such database");
    }

    @Test
    void aKillIsNoSurpriseAndAnEndByItselfIs() {
        // Given
        supervisor.start(List.of(
                spec("killed", "exec sleep 600", () -> true),
                spec("ends", "while [ ! -e '" + folder + "/end' ]; do sleep 0.05; done", () -> true)));
        supervisor.kill("killed");
        assertThat(supervisor.endedUnasked()).isEmpty();
        // When
        assertThat(folder.resolve("end").toFile().mkdir()).isTrue();
        // Then
        await().untilAsserted(() -> assertThat(supervisor.endedUnasked()).containsExactly("ends"));
    }

    @Test
    void aKilledProcessIsStartedAgain() {
        // Given
        supervisor.start(List.of(spec("service", "exec sleep 600", () -> true)));
        var before = new PidFiles(folder).read().getFirst().id();
        supervisor.kill("service");
        // When
        supervisor.restart("service");
        // Then
        assertThat(before.alive()).isFalse();
        assertThat(supervisor.running()).containsExactly("service");
        assertThat(new PidFiles(folder).read().getFirst().id()).isNotEqualTo(before);
    }

    @Test
    @DisplayName("A process that runs and does not become ready in time is left running: it may wait for a person")
    void aProcessThatHangs() {
        // Given
        try (Supervisor impatient = impatient()) {
            var healthy = new AtomicBoolean(true);
            impatient.start(List.of(spec("hangs", "exec sleep 600", healthy::get)));
            healthy.set(false);
            // When
            assertThatThrownBy(() -> impatient.restart("hangs"))
                    .isInstanceOf(NotReadyException.class)
                    .hasMessage("hangs runs and is not ready after 1 s; its log: " + folder.resolve("hangs.log"));
            // Then
            assertThat(impatient.running()).containsExactly("hangs");
            assertThat(impatient.endedUnasked()).isEmpty();
            // When
            healthy.set(true);
            impatient.restart("hangs");
            // Then
            assertThat(impatient.running()).containsExactly("hangs");
        }
    }

    @Test
    @DisplayName("Processes that run and wait for a person keep no other from starting, and the failure names each")
    void othersStartBesideThoseThatWait() {
        // Given
        try (Supervisor impatient = impatient()) {
            // When
            assertThatThrownBy(() -> impatient.start(List.of(
                            spec("first", "exec sleep 600", waitsFor("a topic")),
                            spec("second", "exec sleep 600", waitsFor("")),
                            spec("third", "exec sleep 600", () -> true))))
                    .isInstanceOf(NotReadyException.class)
                    .hasMessageContaining("first runs and is not ready after 1 s: a topic; its log: ")
                    .hasMessageContaining("\nsecond runs and is not ready after 1 s; its log: ");
            // Then
            assertThat(impatient.running()).containsExactly("first", "second", "third");
            assertThat(ready).singleElement().asString().startsWith("third ready after");
        }
    }

    @Test
    @DisplayName("Among processes that wait, one that ends is the failure")
    void anEndCountsMore() {
        try (Supervisor impatient = new Supervisor(
                folder, Launch.Lifetime.WITH_US, ready::add, Duration.ofSeconds(10), Duration.ofMillis(200))) {
            assertThatThrownBy(() -> impatient.start(List.of(
                            spec("ends", "sleep 0.5; exit 3", waitsFor("")),
                            spec("waits", "exec sleep 600", waitsFor("")))))
                    .isNotInstanceOf(NotReadyException.class)
                    .hasMessageContaining("ends ended with code 3");
        }
    }

    private Supervisor impatient() {
        return new Supervisor(
                folder, Launch.Lifetime.WITH_US, ready::add, Duration.ofSeconds(1), Duration.ofMillis(200));
    }

    private static Readiness waitsFor(String what) {
        return new Readiness() {
            @Override
            public boolean ready() {
                return false;
            }

            @Override
            public String waitsFor() {
                return what;
            }
        };
    }

    @Test
    void nothingStartsAfterTheStop() {
        // Given
        supervisor.stopAll();
        // When
        // Then
        assertThatThrownBy(() -> supervisor.start(List.of(spec("late", "exec sleep 600", () -> true))))
                .hasMessageContaining("late");
        assertThat(supervisor.running()).isEmpty();
    }

    private ProcessSpec journalled(String name, Path journal) {
        Path up = folder.resolve(name + ".up");
        return spec(
                name,
                "trap 'echo " + name + " >> " + journal + "; exit 0' TERM; touch " + up
                        + "; while :; do sleep 0.05; done",
                () -> Files.exists(up));
    }

    private ProcessSpec spec(String name, String script, Readiness readiness) {
        return new ProcessSpec(
                name, List.of("sh", "-c", script), Map.of(), readiness, folder.resolve(name + ".log"), Signal.TERM);
    }

    /** Ready at the third look; counts how many have been looked at and are not ready yet. */
    private static Readiness countingLooks(AtomicInteger starting, AtomicInteger most) {
        var looks = new AtomicInteger();
        return () -> {
            int look = looks.incrementAndGet();
            if (look == 1) {
                most.accumulateAndGet(starting.incrementAndGet(), Math::max);
            }
            if (look == 3) {
                starting.decrementAndGet();
            }
            return look >= 3;
        };
    }
}
