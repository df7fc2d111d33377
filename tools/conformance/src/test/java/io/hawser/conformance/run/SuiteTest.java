package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.conformance.report.Failure;
import io.hawser.conformance.report.NotMadeYet;
import io.hawser.conformance.report.Played;
import io.hawser.conformance.report.Tally;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.RandomPlan;
import io.hawser.strict.Verdict;
import io.hawser.strict.rule.RuleCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SuiteTest {
    private static final Plan FIRST = RandomPlan.draw(1);
    private static final Plan SECOND = RandomPlan.draw(2);

    private final Tally tally = new Tally(RuleCatalogue.all(), NotMadeYet.RULES);
    private final List<String> put = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("Runs that leave nothing share a machine, which is gone afterwards")
    void goodRunsShareAMachine() {
        // When
        play(number -> new Fake(number, SuiteTest::good));

        // Then
        assertThat(put).containsExactly("machine 1 deleted");
        assertThat(tally.report().failures()).isEmpty();
        assertThat(tally.report().runs()).hasSize(2);
    }

    @Test
    @DisplayName("A run that breaks off is a complaint, its machine stays for a look, and the next run has another")
    void aRunThatBreaksOffEndsNoOther() {
        // When
        play(number -> new Fake(number, plan -> {
            if (plan.equals(FIRST)) {
                throw new IllegalStateException("the broker is away");
            }
            return good(plan);
        }));

        // Then
        assertThat(put).containsExactly("machine 1 kept", "machine 2 deleted");
        assertThat(tally.report().failures())
                .extracting(Failure::toString)
                .containsExactly("Liveness in seed-1: broke off: java.lang.IllegalStateException: the broker is away");
        assertThat(tally.report().runs()).extracting(Played::run).containsExactly("seed-1", "seed-2");
    }

    @Test
    @DisplayName("What a run complains of is in the report, and its machine stays for a look")
    void whatARunComplainsOfIsReported() {
        // Given
        Failure failure = new Failure("NoLeak", FIRST.name(), FIRST.seed(), "a row is left", List.of("row v"));

        // When
        play(number ->
                new Fake(number, plan -> plan.equals(FIRST) ? outcome(plan, List.of(failure), true) : good(plan)));

        // Then
        assertThat(tally.report().failures()).containsExactly(failure);
        assertThat(tally.report().good(false)).isFalse();
        assertThat(put).containsExactly("machine 1 kept");
        assertThat(told).anyMatch(line -> line.contains("BROKE [" + failure + "]"));
    }

    @Test
    @DisplayName("A machine that does not start is a complaint for its run, and the next run tries another")
    void aMachineThatDoesNotStartEndsNoOther() {
        // When
        play(number -> {
            if (number == 1) {
                throw new IllegalStateException("no port");
            }
            return new Fake(number, SuiteTest::good);
        });

        // Then
        assertThat(put).containsExactly("machine 2 deleted");
        assertThat(tally.report().failures()).singleElement().satisfies(failure -> assertThat(failure.toString())
                .contains("seed-1")
                .contains("no port"));
        assertThat(tally.report().runs()).extracting(Played::run).containsExactly("seed-2");
    }

    @Test
    @DisplayName("What is left on a machine is a leak of the run before, and the next run has another")
    void whatIsLeftIsALeak() {
        // When
        play(number -> new Fake(number, SuiteTest::good) {
            @Override
            public void awaitEmpty() {
                if (number == 1) {
                    throw new PlayFailedException("a row");
                }
            }
        });

        // Then
        assertThat(put).containsExactly("machine 1 kept", "machine 2 deleted");
        assertThat(tally.report().failures()).extracting(Failure::toString).containsExactly("NoLeak in seed-1: a row");
    }

    @Test
    @DisplayName("A machine that does not stop is a failure, and what others have shown is reported")
    void aMachineThatDoesNotStopEndsNoOther() {
        // When
        play(number -> new Fake(number, plan -> plan.equals(FIRST) ? leaving(plan) : good(plan)) {
            @Override
            public void close(boolean keep) {
                super.close(keep);
                if (number == 1) {
                    throw new IllegalStateException("it lives");
                }
            }
        });

        // Then
        assertThat(put).containsExactly("machine 1 deleted", "machine 2 deleted");
        assertThat(tally.report().failures()).singleElement().satisfies(failure -> assertThat(failure.toString())
                .contains("it lives"));
        assertThat(tally.report().runs()).hasSize(2);
    }

    private void play(IntFunction<Environment> opening) {
        try (Suite suite = new Suite(opening, tally, told::add)) {
            suite.alone(FIRST);
            suite.together(List.of(SECOND));
        }
    }

    private static Run.Outcome good(Plan plan) {
        return outcome(plan, List.of(), true);
    }

    private static Run.Outcome leaving(Plan plan) {
        return outcome(plan, List.of(), false);
    }

    private static Run.Outcome outcome(Plan plan, List<Failure> failures, boolean cleared) {
        return new Run.Outcome(
                new Verdict(List.of(), Map.of()),
                Map.of(),
                new Played(plan.name(), plan.seed(), Map.of(), Map.of()),
                failures,
                cleared);
    }

    /** Plays what it gets, on nothing. */
    private class Fake implements Environment {
        private final int number;
        private final Function<Plan, Run.Outcome> playing;

        Fake(int number, Function<Plan, Run.Outcome> playing) {
            this.number = number;
            this.playing = playing;
        }

        @Override
        public Run.Outcome play(Plan plan) {
            return playing.apply(plan);
        }

        @Override
        public void forget() {}

        @Override
        public void awaitEmpty() {}

        @Override
        public void close(boolean keep) {
            put.add("machine " + number + (keep ? " kept" : " deleted"));
        }
    }
}
