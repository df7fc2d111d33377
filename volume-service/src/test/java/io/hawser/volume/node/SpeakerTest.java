package io.hawser.volume.node;

import static io.hawser.volume.node.Hearing.START;
import static io.hawser.volume.node.Hearing.at;
import static io.hawser.volume.node.Hearing.word;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.AgentIdentity;
import io.hawser.volume.node.Speaker.Place;
import io.hawser.volume.node.Speaker.Stranger;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who speaks for a node: the first that named itself, through its reboots, in whatever order it is read. */
class SpeakerTest {
    private final Hearing node = new Hearing();

    @Test
    @DisplayName(
            "Where nobody has named itself, every word counts, and the first that names itself speaks from then on")
    void theFirst() {
        assertThat(node.unnamed(5)).isEqualTo(new Verdict.Accepted(Speaker.NOBODY));

        Verdict first = node.says("r1", "boot-a", 10);

        assertThat(first).isInstanceOf(Verdict.NewAgent.class);
        assertThat(first.counts()).isTrue();
        assertThat(node.speaker)
                .isEqualTo(new Speaker(
                        "r1",
                        "m",
                        List.of(new Boot("boot-a", 10, 10)),
                        Place.PRESENT,
                        Optional.empty(),
                        false,
                        Optional.of(at(10)),
                        Optional.empty()));
    }

    @Test
    @DisplayName("The same root and machine under a new boot id is a reboot, whatever record says so first")
    void reboot() {
        // Given
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-a", 20);

        // When: a report of the new boot comes before its heartbeat.
        Verdict report = node.says("r1", "boot-b", 30);
        Verdict heartbeat = node.says("r1", "boot-b", 31);

        // Then
        assertThat(report).isInstanceOf(Verdict.Reboot.class);
        assertThat(report.counts()).isTrue();
        assertThat(heartbeat).isInstanceOf(Verdict.Accepted.class);
        assertThat(node.speaker.boots()).containsExactly(new Boot("boot-a", 10, 20), new Boot("boot-b", 30, 31));
        assertThat(node.speaker.heard()).contains(at(31));
    }

    @Test
    @DisplayName("A former boot's report that is read behind its successor's heartbeat counts, and is "
            + "neither a clone nor a sign of life")
    void aReportReadLate() {
        // Given
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-b", 30);

        // When
        Verdict late = node.says("r1", "boot-a", 25);

        // Then
        assertThat(late).isInstanceOf(Verdict.History.class);
        assertThat(late.counts()).isTrue();
        assertThat(node.speaker.heard()).contains(at(30));
        assertThat(node.speaker.boots()).containsExactly(new Boot("boot-a", 10, 25), new Boot("boot-b", 30, 30));
    }

    @Test
    @DisplayName(
            "After a restore the newest heartbeat is read first, then reports of boots that nobody remembers: no clone")
    void readAgain() {
        assertThat(node.says("r1", "boot-c", 500)).isInstanceOf(Verdict.NewAgent.class);
        assertThat(node.says("r1", "boot-a", 100)).isInstanceOf(Verdict.History.class);
        assertThat(node.says("r1", "boot-c", 450)).isInstanceOf(Verdict.Accepted.class);
        assertThat(node.says("r1", "boot-b", 300)).isInstanceOf(Verdict.History.class);
        assertThat(node.says("r1", "boot-a", 90)).isInstanceOf(Verdict.History.class);

        assertThat(node.speaker.boots())
                .containsExactly(
                        new Boot("boot-a", 90, 100), new Boot("boot-b", 300, 300), new Boot("boot-c", 450, 500));
        assertThat(node.speaker.heard()).contains(at(500));
    }

    @Test
    @DisplayName("An agent that does not name itself is heard of the time before one did, and never after")
    void namedOnceNamedAlways() {
        // Given
        node.says("r1", "boot-a", 10);

        // When, then
        assertThat(node.unnamed(9)).isInstanceOf(Verdict.History.class);
        assertThat(node.unnamed(9).counts()).isTrue();
        assertThat(node.unnamed(10)).isInstanceOf(Verdict.Stranger.class);
        assertThat(node.speaker.stranger()).contains(new Stranger("an agent that does not name itself", at(10)));
        node.speaker = new Speaker(
                "r1", "m", List.of(), Place.PRESENT, Optional.empty(), false, Optional.empty(), Optional.empty());
        assertThat(node.unnamed(9)).isInstanceOf(Verdict.Stranger.class);
    }

    @Test
    @DisplayName("Eight boots are remembered; one that was forgotten is found out one word later")
    void kept() {
        // Given
        LongStream.rangeClosed(1, 9).forEach(boot -> node.says("r1", "boot-" + boot, boot * 10));

        // When
        List<Boot> boots = node.speaker.boots();
        Verdict forgotten = node.says("r1", "boot-1", 100);
        Verdict successor = node.says("r1", "boot-9", 110);

        // Then
        assertThat(boots).hasSize(Speaker.KEPT).first().isEqualTo(new Boot("boot-2", 20, 20));
        assertThat(forgotten).isInstanceOf(Verdict.Reboot.class);
        assertThat(successor).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("What the node has matters for another agent's word only")
    void foreign() {
        assertThat(Speaker.NOBODY.isForeign(word("r1", "boot-a", 1))).isFalse();
        node.says("r1", "boot-a", 10);
        assertThat(node.speaker.isForeign(word("r1", "boot-b", 1))).isFalse();
        assertThat(node.speaker.isForeign(word("r2", "boot-a", 1))).isTrue();
        assertThat(node.speaker.isForeign(AgentRecord.of(AgentIdentity.getDefaultInstance(), 1, START)))
                .isFalse();
    }

    @Test
    @DisplayName("An agent is named for people by root, machine and boot")
    void words() {
        AgentIdentity agent =
                AgentIdentity.newBuilder().setRoot("r").setBootId("b").build();

        assertThat(AgentRecord.of(agent, 1, START).by().orElseThrow().words())
                .isEqualTo("root r, machine without id, boot b");
        node.says("r1", "boot-a", 10);
        assertThat(node.speaker.words()).isEqualTo("root r1, machine m, boot boot-a");
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
}
