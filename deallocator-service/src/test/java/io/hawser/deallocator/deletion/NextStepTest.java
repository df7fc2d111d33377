package io.hawser.deallocator.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NextStepTest {
    private static final Holders TWO = new Holders(2, List.of("a", "b"));

    @Test
    @Tag("swarmkit-T126")
    @DisplayName("what nobody marked for deletion is left alone, held or not")
    void leavesAloneWhatNobodyMarked() {
        // When
        NextStep free = NextStep.of(new Deletion.NotAsked(), Holders.NONE, text -> true);
        NextStep held = NextStep.of(new Deletion.NotAsked(), TWO, text -> true);
        // Then
        assertThat(free).isEqualTo(new NextStep.Nothing());
        assertThat(held).isEqualTo(new NextStep.Nothing());
    }

    @Test
    @Tag("swarmkit-T121")
    @DisplayName("what is held waits, even if everything noted has been read")
    void waitsWhileHeld() {
        // When
        NextStep next = NextStep.of(new Deletion.Asked(Optional.of("w")), TWO, text -> true);
        // Then
        assertThat(next).isEqualTo(new NextStep.WaitFor(TWO));
    }

    @Test
    @DisplayName("silence is not believed before the watermarks are noted and read")
    void catchesUpFirst() {
        // Given
        Deletion.Asked asked = new Deletion.NotAsked().ask();
        // When
        NextStep first = NextStep.of(asked, Holders.NONE, text -> true);
        NextStep behind = NextStep.of(asked.noted("w"), Holders.NONE, text -> false);
        NextStep there = NextStep.of(asked.noted("w"), Holders.NONE, text -> text.equals("w"));
        // Then
        assertThat(first).isEqualTo(new NextStep.NoteWatermarks());
        assertThat(behind).isEqualTo(new NextStep.CatchUp("w"));
        assertThat(there).isEqualTo(new NextStep.Deallocate(asked.noted("w")));
    }

    @Test
    @DisplayName("a deallocation is final: nothing follows")
    void isFinal() {
        // When
        NextStep next = NextStep.of(new Deletion.Deallocated(7), TWO, text -> true);
        // Then
        assertThat(next).isEqualTo(new NextStep.Nothing());
    }

    @Test
    void aDeallocationHasARevision() {
        assertThatThrownBy(() -> new Deletion.Deallocated(0)).hasMessageContaining("revision");
    }

    @Test
    @DisplayName("people read how many hold it, and the first of their names")
    void saysWhatHoldsIt() {
        // Given
        Holders many = new Holders(7, List.of("a", "b"));
        // When
        String message = InWords.of(
                Resource.SERVICE,
                new Deletion.Asked(Optional.empty()),
                NextStep.of(new Deletion.Asked(Optional.empty()), many, text -> true));
        // Then
        assertThat(message).isEqualTo("waits for 7 live tasks: a, b and 5 more");
    }

    @Test
    @DisplayName("people read how far a deletion has come")
    void saysHowFarItIs() {
        // Given
        Deletion asked = new Deletion.Asked(Optional.empty());
        // When
        String unmarked = InWords.of(Resource.NETWORK, new Deletion.NotAsked(), new NextStep.Nothing());
        String done = InWords.of(Resource.NETWORK, new Deletion.Deallocated(7), new NextStep.Nothing());
        String one =
                InWords.of(Resource.NETWORK, asked, NextStep.of(asked, new Holders(1, List.of("web")), text -> true));
        // Then
        assertThat(unmarked).isEqualTo("stays until somebody asks for its deletion");
        assertThat(done).isEqualTo("deallocated; the orchestrator may delete its record");
        assertThat(one).isEqualTo("waits for 1 service: web");
    }

    @Test
    @DisplayName("keys of topics and due work are made of the resource's kind")
    void keys() {
        assertThat(Resource.NETWORK.key("n1")).isEqualTo("network/n1");
        assertThat(Resource.SERVICE.word()).isEqualTo("service");
    }
}
