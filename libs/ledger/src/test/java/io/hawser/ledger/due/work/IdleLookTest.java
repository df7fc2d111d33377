package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IdleLookTest {
    private final List<String> happened = new ArrayList<>();
    private final List<List<String>> asked = new ArrayList<>();
    private final List<UniEmitter<? super Set<String>>> answers = new ArrayList<>();
    private final IdleLook idle =
            new IdleLook(List.of(new Member("volume", true), new Member("task", false), new Member("node", true)));

    @Test
    @DisplayName("One query asks for all idle loops, and only those that have due keys look themselves")
    void oneQuery() {
        // When
        look();
        answers.getFirst().complete(Set.of("node"));

        // Then
        assertThat(asked).containsExactly(List.of("volume", "node"));
        assertThat(happened).containsExactly("volume has nothing", "node looks");
    }

    @Test
    @DisplayName("No query begins while one waits for its answer, and the next one does after it")
    void oneAtATime() {
        // Given
        look();
        look();
        int during = asked.size();

        // When
        answers.getFirst().complete(Set.of());
        look();

        // Then
        assertThat(during).isEqualTo(1);
        assertThat(asked).hasSize(2);
    }

    @Test
    @DisplayName("If the query fails, or cannot begin, each idle loop looks itself, and the next query begins")
    void fails() {
        // When
        look();
        answers.getFirst().fail(new IllegalStateException("no answer"));
        idle.look(kinds -> {
            throw new IllegalStateException("no connection");
        });
        look();

        // Then
        assertThat(happened).containsExactly("volume looks", "node looks", "volume looks", "node looks");
        assertThat(asked).hasSize(2);
    }

    @Test
    @DisplayName("Nothing is asked if no loop is idle any more")
    void noLoopIsIdle() {
        // Given
        IdleLook awake = new IdleLook(List.of(new Member("task", false)));

        // When
        awake.look(this::ask);
        awake.look(this::ask);

        // Then
        assertThat(asked).isEmpty();
    }

    @Test
    @DisplayName("A loop that fails to say whether it is idle stops no later query")
    void cannotSay() {
        // Given
        AtomicBoolean broken = new AtomicBoolean(true);
        IdleLook other = new IdleLook(List.of(new Member("volume", true) {
            @Override
            public boolean takesPart() {
                if (broken.get()) {
                    throw new IllegalStateException("broken");
                }
                return true;
            }
        }));

        // When
        assertThatThrownBy(() -> other.look(this::ask)).hasMessage("broken");
        broken.set(false);
        other.look(this::ask);

        // Then
        assertThat(asked).containsExactly(List.of("volume"));
    }

    private void look() {
        idle.look(this::ask);
    }

    private Uni<Set<String>> ask(List<String> kinds) {
        asked.add(kinds);
        return Uni.createFrom().emitter(answers::add);
    }

    private class Member implements IdleLook.Loop {
        private final String kind;
        private final boolean idle;

        private Member(String kind, boolean idle) {
            this.kind = kind;
            this.idle = idle;
        }

        @Override
        public String kind() {
            return kind;
        }

        @Override
        public boolean takesPart() {
            return idle;
        }

        @Override
        public void look() {
            happened.add(kind + " looks");
        }

        @Override
        public void nothingDue(Duration lookTook) {
            happened.add(kind + " has nothing");
        }
    }
}
