package io.hawser.volume.node;

import static io.hawser.volume.node.Hearing.PATIENCE;
import static io.hawser.volume.node.Hearing.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.node.Speaker.Place;
import io.hawser.volume.node.Speaker.Stranger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When another agent takes a node's place, and what is reported of one that may not. */
class AnotherAgentTest {
    private final Hearing node = new Hearing();

    @Test
    @DisplayName(
            "Another root that says nothing is left does not count while the first has something, whoever is silent")
    void anotherRoot() {
        // Given
        node.says("r1", "boot-a", 10);

        // When
        Verdict empty = node.says("r2", "boot-a", 2000);

        // Then
        assertThat(empty).isInstanceOf(Verdict.Stranger.class);
        assertThat(empty.counts()).isFalse();
        assertThat(node.speaker.root()).isEqualTo("r1");
        assertThat(node.speaker.heard()).contains(at(10));
        assertThat(node.speaker.stranger()).contains(new Stranger("root r2, machine m, boot boot-a", at(2000)));
        assertThat(node.says("r1", "boot-a", 2010).counts()).isTrue();
    }

    @Test
    @DisplayName("The same root on another machine is another agent")
    void anotherMachine() {
        node.says("r1", "boot-a", 10);

        Verdict moved =
                node.judge(new AgentRecord(Optional.of(new AgentRecord.Identity("r1", "m2", "boot-b")), 20, at(20)));

        assertThat(moved).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Another root takes an idle node's place once the first has been silent, and not before")
    void anotherRootOnAnIdleNode() {
        // Given
        node.says("r1", "boot-a", 10);
        node.idle = true;

        // When, then
        assertThat(node.says("r2", "boot-a", 40)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.says("r2", "boot-a", 41)).isInstanceOf(Verdict.NewAgent.class);
        assertThat(node.speaker.root()).isEqualTo("r2");
        assertThat(node.speaker.stranger()).isEmpty();
        assertThat(node.speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(node.says("r1", "boot-a", 42)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("A new root is accepted once the old one was fenced and removed, before or after the node"
            + " is announced again")
    void fencedAndRemoved() {
        // Given
        node.says("r1", "boot-a", 10);
        Speaker givenUp = node.speaker.removed(true);

        // When
        node.speaker = givenUp;
        Verdict before = node.says("r2", "boot-a", 20);
        Speaker removed = node.speaker;
        node.speaker = givenUp.present(at(15));
        Verdict after = node.says("r2", "boot-a", 20);

        // Then
        assertThat(givenUp.place()).isEqualTo(Place.GIVEN_UP);
        assertThat(before).isInstanceOf(Verdict.NewAgent.class);
        assertThat(after).isInstanceOf(Verdict.NewAgent.class);
        assertThat(removed.place()).isEqualTo(Place.REMOVED);
        assertThat(node.speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(node.says("r1", "boot-a", 30)).isInstanceOf(Verdict.Stranger.class);
        node.speaker = removed;
        assertThat(node.says("r1", "boot-a", 30)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Removed without a fence the place stays taken; fenced later, it is given up, and stays so")
    void removedOnly() {
        // Given
        node.says("r1", "boot-a", 10);

        // When, then
        node.speaker = node.speaker.removed(false);
        assertThat(node.speaker.place()).isEqualTo(Place.REMOVED);
        assertThat(node.says("r2", "boot-a", 20)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.speaker.present(at(25)).place()).isEqualTo(Place.PRESENT);
        node.speaker = node.speaker.removed(true).removed(false);
        assertThat(node.speaker.place()).isEqualTo(Place.GIVEN_UP);
        assertThat(node.speaker.present(at(25)).present(at(26)).place()).isEqualTo(Place.VACANT);
        assertThat(node.speaker.present(at(25)).removed(false).place()).isEqualTo(Place.GIVEN_UP);
        assertThat(node.says("r2", "boot-a", 30)).isInstanceOf(Verdict.NewAgent.class);
    }

    @Test
    @DisplayName("A machine that was given up and still speaks keeps nobody out, until the node is in the "
            + "inventory again and it is the first")
    void theOldOneStillSpeaks() {
        // Given
        node.says("r1", "boot-a", 10);
        node.speaker = node.speaker.removed(true);

        // When
        Verdict still = node.says("r1", "boot-a", 20);
        Place place = node.speaker.place();
        node.speaker = node.speaker.present(at(25));
        Verdict back = node.says("r1", "boot-a", 30);

        // Then
        assertThat(still).isInstanceOf(Verdict.Accepted.class);
        assertThat(place).isEqualTo(Place.GIVEN_UP);
        assertThat(back).isInstanceOf(Verdict.Accepted.class);
        assertThat(node.speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(node.says("r2", "boot-a", 40)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName(
            "What an agent wrote before the node was in the inventory again takes no place, however late it is read")
    void whatTheOldOneWroteBefore() {
        // Given
        node.says("r1", "boot-a", 10);
        node.speaker = node.speaker.removed(true).present(at(110)).present(at(120));

        // When
        for (long earlier : List.of(50L, 105L, 110L)) {
            assertThat(node.says("r1", "boot-a", earlier)).isInstanceOf(Verdict.Accepted.class);
            assertThat(node.speaker.place()).isEqualTo(Place.VACANT);
        }
        Speaker vacant = node.speaker;

        // Then
        assertThat(node.says("r2", "boot-b", 60)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.says("r2", "boot-b", 111)).isInstanceOf(Verdict.NewAgent.class);
        assertThat(node.speaker.vacantSince()).isEmpty();
        node.speaker = vacant;
        node.says("r1", "boot-a", 111);
        assertThat(node.speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(node.speaker.vacantSince()).isEmpty();
        node.speaker = node.speaker.removed(true).present(at(200)).removed(false);
        assertThat(node.speaker.vacantSince()).isEmpty();
    }

    @Test
    @DisplayName("A stranger is shown while it speaks: not when it is read late, nor when it has stopped")
    void strangers() {
        // Given
        node.says("r1", "boot-a", 100);
        node.says("r2", "boot-a", 110);

        // When, then
        assertThat(node.speaker.strangerAt(at(139), PATIENCE)).isPresent();
        assertThat(node.speaker.strangerAt(at(140), PATIENCE)).isEmpty();
        node.says("r3", "boot-a", 50);
        assertThat(node.speaker.stranger().orElseThrow().words()).startsWith("root r2");
        node.says("r3", "boot-a", 110);
        assertThat(node.speaker.stranger().orElseThrow().words()).startsWith("root r3");
        assertThat(node.says("r1", "boot-a", 120).after().stranger()).isPresent();
    }
}
