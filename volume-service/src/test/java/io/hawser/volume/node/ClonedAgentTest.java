package io.hawser.volume.node;

import static io.hawser.volume.node.Hearing.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.node.Speaker.Place;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two machines with one root are found out, and neither counts until the node is removed. */
class ClonedAgentTest {
    private final Hearing node = new Hearing();

    @Test
    @DisplayName("A boot that speaks again after its successor is a clone: neither of the two counts from then on")
    void aClone() {
        // Given
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-b", 20);

        // When
        Verdict again = node.says("r1", "boot-a", 30);

        // Then
        assertThat(again).isInstanceOf(Verdict.Cloned.class);
        assertThat(again.counts()).isFalse();
        assertThat(node.says("r1", "boot-b", 40).counts()).isFalse();
        assertThat(node.says("r1", "boot-a", 50).counts()).isFalse();
        assertThat(node.says("r1", "boot-c", 60).counts()).isFalse();
        assertThat(node.unnamed(1).counts()).isFalse();
        assertThat(node.speaker.cloned()).isTrue();
        assertThat(node.speaker.heard()).contains(at(20));
    }

    @Test
    @DisplayName("A clone's record that is read behind later ones of the other is detected immediately")
    void aClonesWordReadLate() {
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-a", 30);

        assertThat(node.says("r1", "boot-b", 20)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("Revisions that meet belong to two machines")
    void equalRevisions() {
        node.says("r1", "boot-a", 10);

        assertThat(node.says("r1", "boot-b", 10)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("A clone ends when the node is removed from the inventory: whoever speaks first then is the node")
    void cloneEnds() {
        // Given
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-b", 20);
        node.says("r1", "boot-a", 30);

        // When
        node.speaker = node.speaker.removed(false);
        Verdict first = node.says("r1", "boot-a", 40);
        node.speaker = node.speaker.present(Hearing.at(100));

        // Then
        assertThat(first).isInstanceOf(Verdict.Accepted.class);
        assertThat(node.speaker.boots()).containsExactly(new Boot("boot-a", 40, 40));
        assertThat(node.speaker.place()).isEqualTo(Place.PRESENT);
        node.idle = true;
        assertThat(node.says("r2", "boot-z", 41).counts()).isFalse();
        // Nobody stopped the other one.
        assertThat(node.says("r1", "boot-b", 50)).isInstanceOf(Verdict.Reboot.class);
        assertThat(node.says("r1", "boot-a", 60)).isInstanceOf(Verdict.Cloned.class);
    }

    @Test
    @DisplayName("Of a clone no third agent takes the place, however long it is silent and idle")
    void noThirdAgentForAClone() {
        node.says("r1", "boot-a", 10);
        node.says("r1", "boot-b", 20);
        node.says("r1", "boot-a", 30);
        node.idle = true;

        assertThat(node.says("r2", "boot-z", 3000)).isInstanceOf(Verdict.Stranger.class);
    }
}
