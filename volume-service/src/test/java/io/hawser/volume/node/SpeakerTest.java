package io.hawser.volume.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.AgentIdentity;
import io.hawser.volume.node.Speaker.Place;
import io.hawser.volume.node.Speaker.Stranger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpeakerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Speaker speaker = Speaker.NOBODY;
    private boolean idle;

    @Test
    @DisplayName(
            "Where nobody has named itself, every word counts, and the first that names itself speaks from then on")
    void theFirst() {
        assertThat(unnamed(5)).isEqualTo(new Verdict.Accepted(Speaker.NOBODY));

        Verdict first = says("r1", "boot-a", 10);

        assertThat(first).isInstanceOf(Verdict.NewAgent.class);
        assertThat(first.counts()).isTrue();
        assertThat(speaker)
                .isEqualTo(new Speaker(
                        "r1",
                        "m",
                        List.of(new Boot("boot-a", 10, 10)),
                        Place.PRESENT,
                        false,
                        Optional.of(at(10)),
                        Optional.empty()));
    }

    @Test
    @DisplayName("The same root and machine under a new boot id is a reboot, whatever record says so first")
    void reboot() {
        // Given
        says("r1", "boot-a", 10);
        says("r1", "boot-a", 20);

        // When: a report of the new boot comes before its heartbeat.
        Verdict report = says("r1", "boot-b", 30);
        Verdict heartbeat = says("r1", "boot-b", 31);

        // Then
        assertThat(report).isInstanceOf(Verdict.Reboot.class);
        assertThat(report.counts()).isTrue();
        assertThat(heartbeat).isInstanceOf(Verdict.Accepted.class);
        assertThat(speaker.boots()).containsExactly(new Boot("boot-a", 10, 20), new Boot("boot-b", 30, 31));
        assertThat(speaker.heard()).contains(at(31));
    }

    @Test
    @DisplayName("A former boot's report that is read behind its successor's heartbeat counts, and is "
            + "neither a clone nor a sign of life")
    void aReportReadLate() {
        // Given
        says("r1", "boot-a", 10);
        says("r1", "boot-b", 30);

        // When
        Verdict late = says("r1", "boot-a", 25);

        // Then
        assertThat(late).isInstanceOf(Verdict.History.class);
        assertThat(late.counts()).isTrue();
        assertThat(speaker.heard()).contains(at(30));
        assertThat(speaker.boots()).containsExactly(new Boot("boot-a", 10, 25), new Boot("boot-b", 30, 30));
    }

    @Test
    @DisplayName(
            "After a restore the newest heartbeat is read first, then reports of boots that nobody remembers: no clone")
    void readAgain() {
        assertThat(says("r1", "boot-c", 500)).isInstanceOf(Verdict.NewAgent.class);
        assertThat(says("r1", "boot-a", 100)).isInstanceOf(Verdict.History.class);
        assertThat(says("r1", "boot-c", 450)).isInstanceOf(Verdict.Accepted.class);
        assertThat(says("r1", "boot-b", 300)).isInstanceOf(Verdict.History.class);
        assertThat(says("r1", "boot-a", 90)).isInstanceOf(Verdict.History.class);

        assertThat(speaker.boots())
                .containsExactly(
                        new Boot("boot-a", 90, 100), new Boot("boot-b", 300, 300), new Boot("boot-c", 450, 500));
        assertThat(speaker.heard()).contains(at(500));
    }

    @Test
    @DisplayName("A boot that speaks again after its successor is a clone: neither of the two counts from then on")
    void aClone() {
        // Given
        says("r1", "boot-a", 10);
        says("r1", "boot-b", 20);

        // When
        Verdict again = says("r1", "boot-a", 30);

        // Then
        assertThat(again).isInstanceOf(Verdict.Cloned.class);
        assertThat(again.counts()).isFalse();
        assertThat(says("r1", "boot-b", 40).counts()).isFalse();
        assertThat(says("r1", "boot-a", 50).counts()).isFalse();
        assertThat(says("r1", "boot-c", 60).counts()).isFalse();
        assertThat(unnamed(1).counts()).isFalse();
        assertThat(speaker.cloned()).isTrue();
        assertThat(speaker.heard()).contains(at(20));
    }

    @Test
    @DisplayName("A clone's word that is read behind later ones of the other is found out at once")
    void aClonesWordReadLate() {
        says("r1", "boot-a", 10);
        says("r1", "boot-a", 30);

        assertThat(says("r1", "boot-b", 20)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("Revisions that meet belong to two machines")
    void equalRevisions() {
        says("r1", "boot-a", 10);

        assertThat(says("r1", "boot-b", 10)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("A clone ends when the node is removed from the inventory: whoever speaks first then is the node")
    void cloneEnds() {
        // Given
        says("r1", "boot-a", 10);
        says("r1", "boot-b", 20);
        says("r1", "boot-a", 30);

        // When
        speaker = speaker.removed(false);
        Verdict first = says("r1", "boot-a", 40);
        speaker = speaker.present();

        // Then
        assertThat(first).isInstanceOf(Verdict.Accepted.class);
        assertThat(speaker.boots()).containsExactly(new Boot("boot-a", 40, 40));
        assertThat(speaker.place()).isEqualTo(Place.PRESENT);
        idle = true;
        assertThat(says("r2", "boot-z", 41).counts()).isFalse();
        // Nobody stopped the other one.
        assertThat(says("r1", "boot-b", 50)).isInstanceOf(Verdict.Reboot.class);
        assertThat(says("r1", "boot-a", 60)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("Of a clone no third agent takes the place, however long it is silent and idle")
    void noThirdAgentForAClone() {
        says("r1", "boot-a", 10);
        says("r1", "boot-b", 20);
        says("r1", "boot-a", 30);
        idle = true;

        assertThat(says("r2", "boot-z", 3000)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName(
            "Another root that says nothing is left does not count while the first has something, whoever is silent")
    void anotherRoot() {
        // Given
        says("r1", "boot-a", 10);

        // When
        Verdict empty = says("r2", "boot-a", 2000);

        // Then
        assertThat(empty).isInstanceOf(Verdict.Stranger.class);
        assertThat(empty.counts()).isFalse();
        assertThat(speaker.root()).isEqualTo("r1");
        assertThat(speaker.heard()).contains(at(10));
        assertThat(speaker.stranger()).contains(new Stranger("root r2, machine m, boot boot-a", at(2000)));
        assertThat(says("r1", "boot-a", 2010).counts()).isTrue();
    }

    @Test
    @DisplayName("The same root on another machine is another agent")
    void anotherMachine() {
        says("r1", "boot-a", 10);

        Verdict moved = judge(new AgentRecord(Optional.of(new AgentRecord.Identity("r1", "m2", "boot-b")), 20, at(20)));

        assertThat(moved).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Another root takes an idle node's place once the first has been silent, and not before")
    void anotherRootOnAnIdleNode() {
        // Given
        says("r1", "boot-a", 10);
        idle = true;

        // When, then
        assertThat(says("r2", "boot-a", 40)).isInstanceOf(Verdict.Stranger.class);
        assertThat(says("r2", "boot-a", 41)).isInstanceOf(Verdict.NewAgent.class);
        assertThat(speaker.root()).isEqualTo("r2");
        assertThat(speaker.stranger()).isEmpty();
        assertThat(speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(says("r1", "boot-a", 42)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("A new root is accepted once the old one was fenced and removed, before or after the node"
            + " is announced again")
    void fencedAndRemoved() {
        // Given
        says("r1", "boot-a", 10);
        Speaker givenUp = speaker.removed(true);

        // When
        speaker = givenUp;
        Verdict before = says("r2", "boot-a", 20);
        Speaker removed = speaker;
        speaker = givenUp.present();
        Verdict after = says("r2", "boot-a", 20);

        // Then
        assertThat(givenUp.place()).isEqualTo(Place.GIVEN_UP);
        assertThat(before).isInstanceOf(Verdict.NewAgent.class);
        assertThat(after).isInstanceOf(Verdict.NewAgent.class);
        assertThat(removed.place()).isEqualTo(Place.REMOVED);
        assertThat(speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(says("r1", "boot-a", 30)).isInstanceOf(Verdict.Stranger.class);
        speaker = removed;
        assertThat(says("r1", "boot-a", 30)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Removed without a fence the place stays taken; fenced later, it is given up, and stays so")
    void removedOnly() {
        // Given
        says("r1", "boot-a", 10);

        // When, then
        speaker = speaker.removed(false);
        assertThat(speaker.place()).isEqualTo(Place.REMOVED);
        assertThat(says("r2", "boot-a", 20)).isInstanceOf(Verdict.Stranger.class);
        assertThat(speaker.present().place()).isEqualTo(Place.PRESENT);
        speaker = speaker.removed(true).removed(false);
        assertThat(speaker.place()).isEqualTo(Place.GIVEN_UP);
        assertThat(speaker.present().present().place()).isEqualTo(Place.VACANT);
        assertThat(speaker.present().removed(false).place()).isEqualTo(Place.GIVEN_UP);
        assertThat(says("r2", "boot-a", 30)).isInstanceOf(Verdict.NewAgent.class);
    }

    @Test
    @DisplayName("A machine that was given up and still speaks keeps nobody out, until the node is in the "
            + "inventory again and it is the first")
    void theOldOneStillSpeaks() {
        // Given
        says("r1", "boot-a", 10);
        speaker = speaker.removed(true);

        // When
        Verdict still = says("r1", "boot-a", 20);
        Place place = speaker.place();
        speaker = speaker.present();
        Verdict back = says("r1", "boot-a", 30);

        // Then
        assertThat(still).isInstanceOf(Verdict.Accepted.class);
        assertThat(place).isEqualTo(Place.GIVEN_UP);
        assertThat(back).isInstanceOf(Verdict.Accepted.class);
        assertThat(speaker.place()).isEqualTo(Place.PRESENT);
        assertThat(says("r2", "boot-a", 40)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("An agent that does not name itself is heard of the time before one did, and never after")
    void namedOnceNamedAlways() {
        // Given
        says("r1", "boot-a", 10);

        // When, then
        assertThat(unnamed(9)).isInstanceOf(Verdict.History.class);
        assertThat(unnamed(9).counts()).isTrue();
        assertThat(unnamed(10)).isInstanceOf(Verdict.Stranger.class);
        assertThat(speaker.stranger()).contains(new Stranger("an agent that does not name itself", at(10)));
        speaker = new Speaker("r1", "m", List.of(), Place.PRESENT, false, Optional.empty(), Optional.empty());
        assertThat(unnamed(9)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Eight boots are remembered; one that was forgotten is found out one word later")
    void kept() {
        // Given
        LongStream.rangeClosed(1, 9).forEach(boot -> says("r1", "boot-" + boot, boot * 10));

        // When
        List<Boot> boots = speaker.boots();
        Verdict forgotten = says("r1", "boot-1", 100);
        Verdict successor = says("r1", "boot-9", 110);

        // Then
        assertThat(boots).hasSize(Speaker.KEPT).first().isEqualTo(new Boot("boot-2", 20, 20));
        assertThat(forgotten).isInstanceOf(Verdict.Reboot.class);
        assertThat(successor).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("A stranger is shown while it speaks: not when it is read late, nor when it has stopped")
    void strangers() {
        // Given
        says("r1", "boot-a", 100);
        says("r2", "boot-a", 110);

        // When, then
        assertThat(speaker.strangerAt(at(139), PATIENCE)).isPresent();
        assertThat(speaker.strangerAt(at(140), PATIENCE)).isEmpty();
        says("r3", "boot-a", 50);
        assertThat(speaker.stranger().orElseThrow().words()).startsWith("root r2");
        says("r3", "boot-a", 110);
        assertThat(speaker.stranger().orElseThrow().words()).startsWith("root r3");
        assertThat(says("r1", "boot-a", 120).after().stranger()).isPresent();
    }

    @Test
    @DisplayName("What the node has matters for another agent's word only")
    void foreign() {
        assertThat(Speaker.NOBODY.isForeign(word("r1", "boot-a", 1))).isFalse();
        says("r1", "boot-a", 10);
        assertThat(speaker.isForeign(word("r1", "boot-b", 1))).isFalse();
        assertThat(speaker.isForeign(word("r2", "boot-a", 1))).isTrue();
        assertThat(speaker.isForeign(AgentRecord.of(AgentIdentity.getDefaultInstance(), 1, START)))
                .isFalse();
    }

    @Test
    @DisplayName("An agent is named for people by root, machine and boot")
    void words() {
        AgentIdentity agent =
                AgentIdentity.newBuilder().setRoot("r").setBootId("b").build();

        assertThat(AgentRecord.of(agent, 1, START).by().orElseThrow().words())
                .isEqualTo("root r, machine without id, boot b");
        says("r1", "boot-a", 10);
        assertThat(speaker.words()).isEqualTo("root r1, machine m, boot boot-a");
        assertThat(Speaker.NOBODY.words()).isEqualTo("root , machine without id, boot ");
    }

    @Test
    @DisplayName(
            "Of one root the higher revision is the later word; another root that counts comes after it in any case")
    void laterWords() {
        AgentIdentity one = agent("r1", "m");

        assertThat(AgentRecord.supersedes(one, 11, one, 10)).isTrue();
        assertThat(AgentRecord.supersedes(one, 10, one, 10)).isFalse();
        assertThat(AgentRecord.supersedes(agent("r2", "m"), 1, one, 10)).isTrue();
        assertThat(AgentRecord.supersedes(agent("r1", "m2"), 1, one, 10)).isTrue();
        assertThat(AgentRecord.supersedes(AgentIdentity.getDefaultInstance(), 1, one, 10))
                .isFalse();
        assertThat(AgentRecord.supersedes(one, 1, AgentIdentity.getDefaultInstance(), 10))
                .isFalse();
        assertThat(AgentRecord.supersedes(one, 11, AgentIdentity.getDefaultInstance(), 10))
                .isTrue();
    }

    private static AgentIdentity agent(String root, String machine) {
        return AgentIdentity.newBuilder()
                .setRoot(root)
                .setMachine(machine)
                .setBootId("b")
                .build();
    }

    private Verdict says(String root, String boot, long revision) {
        return judge(word(root, boot, revision));
    }

    private Verdict unnamed(long revision) {
        return judge(new AgentRecord(Optional.empty(), revision, at(revision)));
    }

    private Verdict judge(AgentRecord word) {
        Verdict verdict = speaker.judge(word, idle, PATIENCE);
        speaker = verdict.after();
        return verdict;
    }

    private static AgentRecord word(String root, String boot, long revision) {
        return new AgentRecord(Optional.of(new AgentRecord.Identity(root, "m", boot)), revision, at(revision));
    }

    /** Revisions are seconds here: an agent's clock and the broker's agree. */
    private static Instant at(long revision) {
        return START.plusSeconds(revision);
    }
}
