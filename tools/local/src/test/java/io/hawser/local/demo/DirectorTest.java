package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectorTest {
    private final List<String> told = new ArrayList<>();
    private final Director director = new Director(told::add);

    @Test
    void aStepThatFailsIsTheLast() {
        // Given
        var played = new ArrayList<String>();
        Step fails = new Step("fails", stage -> {
            throw new PlayFailedException("the reason");
        });
        Step never = new Step("never", stage -> {
            played.add("never");
            return "";
        });

        // When
        boolean ok = director.play("first", () -> "seen") && play(List.of(fails, never), Interlude.NONE);

        // Then
        assertThat(ok).isFalse();
        assertThat(played).isEmpty();
        assertThat(director.results()).extracting(StepResult::name).containsExactly("first", "fails");
        assertThat(director.results().getLast().detail()).isEqualTo("the reason");
        assertThat(told.getFirst()).matches("ok +[0-9]+[.,][0-9] s  first: seen");
        assertThat(told.getLast()).startsWith("FAILED").contains("the reason");
    }

    @Test
    void whatHappensBesideAStepBeginsAndEndsWithIt() {
        // Given
        var order = new ArrayList<String>();
        Interlude interlude = new Interlude() {
            @Override
            public void stepBegins(int step) {
                order.add("begins " + step);
            }

            @Override
            public void stepEnds(int step) {
                order.add("ends " + step);
            }

            @Override
            public String playEnds() {
                return "";
            }
        };
        Step step = new Step("step", stage -> {
            order.add("plays");
            return "";
        });

        // When
        play(List.of(step), interlude);

        // Then
        assertThat(order).containsExactly("begins 0", "plays", "ends 0");
    }

    private boolean play(List<Step> steps, Interlude interlude) {
        return director.play(steps, null, interlude);
    }
}
