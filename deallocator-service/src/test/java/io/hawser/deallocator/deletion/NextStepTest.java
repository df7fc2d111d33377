package io.hawser.deallocator.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NextStepTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Deletion ASKED = new Deletion.NotAsked().asked(NOW);
    private static final Deletion.Asked NOTED = new Deletion.Asked(NOW, NOW, Optional.of("w"));
    private static final Deletion DONE = new Deletion.Deallocated(7, NOW);
    private static final Holders TWO = Holders.of(List.of(task("a"), task("b")));

    @Test
    @Tag("swarmkit-T126")
    @DisplayName("Nothing happens to a service that nobody marked for deletion, held or not")
    void leavesAloneWhatNobodyMarked() {
        // When
        NextStep free = NextStep.of(new Deletion.NotAsked(), true, Holders.NONE, text -> true);
        NextStep held = NextStep.of(new Deletion.NotAsked(), true, TWO, text -> true);
        // Then
        assertThat(free).isEqualTo(new NextStep.Nothing());
        assertThat(held).isEqualTo(new NextStep.Nothing());
    }

    @Test
    @Tag("swarmkit-T121")
    @DisplayName("A deletion waits while something holds the resource, even if everything noted has been read")
    void waitsWhileHeld() {
        // When
        NextStep next = NextStep.of(NOTED, true, TWO, text -> true);
        // Then
        assertThat(next).isEqualTo(new NextStep.WaitFor(TWO));
    }

    @Test
    @DisplayName("The absence of holders is not believed before the watermarks are noted and read")
    void catchesUpFirst() {
        // When
        NextStep first = NextStep.of(ASKED, true, Holders.NONE, text -> true);
        NextStep behind = NextStep.of(NOTED, true, Holders.NONE, text -> false);
        NextStep there = NextStep.of(NOTED, true, Holders.NONE, text -> text.equals("w"));
        // Then
        assertThat(first).isEqualTo(new NextStep.NoteWatermarks());
        assertThat(behind).isEqualTo(new NextStep.CatchUp("w"));
        assertThat(there).isEqualTo(new NextStep.Deallocate(NOTED));
    }

    @Test
    @DisplayName("Watermarks are noted if there are none, and noted again if a log has lost its end, so that it never"
            + " reaches them")
    void watermarksThatAreNeverReached() {
        // Given
        NextStep first = NextStep.of(ASKED, true, Holders.NONE, text -> false);
        NextStep behind = NextStep.of(NOTED, true, Holders.NONE, text -> false);
        NextStep there = NextStep.of(NOTED, true, Holders.NONE, text -> true);
        // Then
        assertThat(first.needsWatermarks(text -> true)).isTrue();
        assertThat(behind.needsWatermarks(text -> text.equals("w"))).isFalse();
        assertThat(behind.needsWatermarks(text -> false)).isTrue();
        assertThat(there.needsWatermarks(text -> false)).isFalse();
    }

    @Test
    @DisplayName("A holder that comes makes the noted watermarks worthless")
    void aHolderVoidsTheWatermarks() {
        // When
        Deletion held = NOTED.held(NOW.plusSeconds(1));
        // Then
        assertThat(held).isEqualTo(new Deletion.Asked(NOW, NOW.plusSeconds(1), Optional.empty()));
        assertThat(NOTED.waiting().watermarks()).isEmpty();
    }

    @Test
    @DisplayName("Watermarks that were asked for before a holder came and went are not noted: its successor is above")
    void watermarksOfBeforeAreNotNoted() {
        // Given
        Deletion.Asked asked = (Deletion.Asked) ASKED;
        // When
        Deletion.Asked meanwhile = (Deletion.Asked) asked.held(NOW);
        // Then
        assertThat(asked.noted("w", asked.changed())).isEqualTo(NOTED);
        assertThat(meanwhile.noted("w", asked.changed())).isEqualTo(meanwhile);
        assertThat(meanwhile.changed()).as("the clock stood still").isAfter(NOW);
    }

    @Test
    @DisplayName("A deallocation is final: no mark and no holder takes it back, and it is written again")
    void isFinal() {
        // When
        NextStep next = NextStep.of(DONE, true, TWO, text -> true);
        // Then
        assertThat(next).isEqualTo(new NextStep.WriteAgain((Deletion.Deallocated) DONE));
        assertThat(DONE.asked(NOW)).isEqualTo(DONE);
        assertThat(DONE.held(NOW)).isEqualTo(DONE);
    }

    @Test
    @DisplayName("A resource that one of its ended services retains is kept, with or without holders")
    void keepsWhatIsRetained() {
        // When
        NextStep next = NextStep.of(NOTED, false, Holders.NONE, text -> true);
        // Then
        assertThat(next).isEqualTo(new NextStep.Kept());
        assertThat(InWords.of(next)).isEqualTo("kept: a service that has ended said RETAIN");
    }

    @Test
    void aDeallocationHasARevision() {
        assertThatThrownBy(() -> new Deletion.Deallocated(0, NOW)).hasMessageContaining("revision");
    }

    @Test
    @DisplayName("People read how many hold it, and the first of their names")
    void saysWhatHoldsIt() {
        // Given
        Holders many = new Holders(7, List.of(task("a"), task("b")));
        Holders mixed = Holders.of(List.of(task("a"), new Holders.Holder("UnreadableTask", "hawser.tasks-0@17", NOW)));
        Holders one = Holders.of(List.of(new Holders.Holder("service", "web", NOW)));
        // Then
        assertThat(words(many)).isEqualTo("waits for 7 live tasks: a, b and 5 more");
        assertThat(words(mixed)).isEqualTo("waits for 2 holders: UnreadableTask hawser.tasks-0@17; live task a");
        assertThat(words(one)).isEqualTo("waits for 1 service: web");
    }

    @Test
    @DisplayName("People read how far a deletion has come")
    void saysHowFarItIs() {
        assertThat(InWords.of(new NextStep.Nothing())).isEqualTo("stays until somebody asks for its deletion");
        assertThat(InWords.of(new NextStep.WriteAgain(new Deletion.Deallocated(7, NOW))))
                .isEqualTo("deallocated; waits until its record is deleted");
    }

    @Test
    @DisplayName("While nothing is decided, people do not read that a deletion is about to go on")
    void saysWhyNothingIsDecided() {
        // Given
        NextStep deallocate = NextStep.of(NOTED, true, Holders.NONE, text -> true);
        NextStep waits = NextStep.of(NOTED, true, new Holders(1, List.of(task("a"))), text -> true);
        Optional<String> standstill = Optional.of("hawser.tasks is gone");
        // Then
        assertThat(InWords.of(deallocate, standstill))
                .isEqualTo("nothing holds it as far as was read; nothing is decided now: hawser.tasks is gone");
        assertThat(InWords.of(deallocate, Optional.empty())).isEqualTo(InWords.of(deallocate));
        assertThat(InWords.of(waits, standstill)).isEqualTo(InWords.of(waits));
    }

    @Test
    @DisplayName("The removal of a volume keeps its id for 6 days, then gets another")
    void aRemovalKeepsItsId() {
        // Given
        Votes.Owner owner = new Votes.Owner("web", "topic-0-3");
        // When
        String first = Removal.id(owner, "scratch", NOW, NOW);
        String justBefore =
                Removal.id(owner, "scratch", NOW, NOW.plus(Duration.ofDays(6)).minusMillis(1));
        String after = Removal.id(owner, "scratch", NOW, NOW.plus(Duration.ofDays(6)));
        // Then
        assertThat(first).isEqualTo("deallocation/web/topic-0-3/scratch/0");
        assertThat(justBefore).isEqualTo(first);
        assertThat(after).isEqualTo("deallocation/web/topic-0-3/scratch/1");
    }

    private static String words(Holders holders) {
        return InWords.of(NextStep.of(NOTED, true, holders, text -> true));
    }

    private static Holders.Holder task(String name) {
        return new Holders.Holder("live task", name, NOW);
    }
}
