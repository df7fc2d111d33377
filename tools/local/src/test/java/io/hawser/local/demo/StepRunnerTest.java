package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StepRunnerTest {
    private final List<String> told = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final StepDeadline deadline = new StepDeadline(Duration.ofSeconds(120), nanos::get);
    private final StepRunner runner = new StepRunner(told::add, deadline);

    @Test
    void aStepThatFailsIsTheLast() {
        // Given
        var played = new ArrayList<String>();
        Step fails = new Step("fails", context -> {
            throw new StepFailedException("the reason");
        });
        Step never = new Step("never", context -> {
            played.add("never");
            return "";
        });

        // When
        boolean ok = runner.run("first", () -> "seen") && run(List.of(fails, never), SideEvents.NONE);

        // Then
        assertThat(ok).isFalse();
        assertThat(played).isEmpty();
        assertThat(runner.results()).extracting(StepResult::name).containsExactly("first", "fails");
        assertThat(runner.results().getLast().detail()).isEqualTo("the reason");
        assertThat(told.getFirst()).matches("ok +[0-9]+[.,][0-9] s  first: seen");
        assertThat(told.getLast()).startsWith("FAILED").contains("the reason");
    }

    @Test
    void whatHappensBesideAStepBeginsAndEndsWithIt() {
        // Given
        var order = new ArrayList<String>();
        SideEvents beside = new SideEvents() {
            @Override
            public void stepBegins(int step) {
                order.add("begins " + step);
            }

            @Override
            public void stepEnds(int step) {
                order.add("ends " + step);
            }

            @Override
            public String stepsEnd() {
                return "";
            }
        };
        Step step = new Step("step", context -> {
            order.add("plays");
            return "";
        });

        // When
        run(List.of(step), beside);

        // Then
        assertThat(order).containsExactly("begins 0", "plays", "ends 0");
    }

    @Test
    @DisplayName("each step has the whole time, in the list and outside of it")
    void eachStepHasTheWholeTime() {
        // Given
        var passed = new ArrayList<Boolean>();
        Step slow = new Step("slow", context -> {
            passed.add(after(Duration.ofSeconds(100)));
            return "";
        });

        // When
        boolean listed = run(List.of(slow, slow), SideEvents.NONE);
        boolean outside = runner.run("outside", () -> {
            passed.add(after(Duration.ofSeconds(100)));
            passed.add(after(Duration.ofSeconds(30)));
            return "";
        });

        // Then
        assertThat(listed && outside).isTrue();
        assertThat(passed).containsExactly(false, false, false, true);
    }

    /** Whether the step's time is over when so much more has gone by. */
    private boolean after(Duration more) {
        nanos.addAndGet(more.toNanos());
        return deadline.passed();
    }

    private boolean run(List<Step> steps, SideEvents beside) {
        return runner.run(steps, null, beside);
    }
}
