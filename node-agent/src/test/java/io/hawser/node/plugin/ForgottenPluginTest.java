package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.PLUGIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Fingerprint;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A plugin that stays away. */
class ForgottenPluginTest extends Announcements {
    @Test
    void aPluginThatLeftWhileNoAgentRanIsSaidToBeGone() throws Exception {
        // Given
        announcerOfA();
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        prints.clear();
        PluginAnnouncer after = announcer();
        // When
        after.tell();
        boolean saidAtOnce = !prints.isEmpty();
        tellAfter(30, after);
        after.tell();
        // Then
        assertThat(saidAtOnce).isFalse();
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(false);
        assertThat(prints.getFirst().getCsiNodeId()).isEqualTo("csi-n1");
        assertThat(deregistered).hasSize(1);
        tellAfter(3000, announcer());
        assertThat(deregistered).hasSize(1);
    }

    @Test
    @DisplayName("A plugin that stays away is forgotten after an hour, once, also by a process that begins later")
    void aPluginThatStaysAwayIsForgotten() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        gone("a.sock", announcer);
        tellAfter(3629, announcer);
        assertThat(forgotten).isEmpty();

        // When
        tellAfter(1, announcer);
        announcer.tell();

        // Then
        assertThat(forgotten).containsExactly(PLUGIN);
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false);
        PluginAnnouncer next = announcer();
        next.tell();
        tellAfter(3630, next);
        assertThat(forgotten)
                .as("the tombstone may not have reached the broker")
                .hasSize(2);
        assertThat(prints).hasSize(2);
        found("b.sock", "");
        next.tell();
        assertThat(prints).hasSize(3);
        gone("b.sock", next);
        tellAfter(3630, next);
        assertThat(forgotten).hasSize(3);
    }

    @Test
    @DisplayName("A plugin that stays away while the node has volumes of it is not well, and never forgotten")
    void aPluginWithVolumesIsNotForgotten() throws Exception {
        // Given
        withVolumes.add(PLUGIN);
        PluginAnnouncer announcer = announcerOfA();
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);

        // When
        announcer.tell();
        tellAfter(Duration.ofDays(30).toSeconds(), announcer);

        // Then
        assertThat(forgotten).isEmpty();
        assertThat(prints.getLast().getHealthy()).isFalse();
        withVolumes.clear();
        announcer.tell();
        assertThat(forgotten).containsExactly(PLUGIN);
    }

    @Test
    @DisplayName("Each process deregisters a plugin that stays away once more: the previous one may have ended before "
            + "the broker had it")
    void eachProcessDeregistersWhatStaysAway() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        gone("a.sock", announcer);
        tellAfter(30, announcer);
        assertThat(deregistered).hasSize(1);

        // When
        PluginAnnouncer next = announcer();
        next.tell();
        tellAfter(30, next);
        next.tell();

        // Then
        assertThat(deregistered).hasSize(2);

        // When
        tellAfter(3600, next);
        PluginAnnouncer last = announcer();
        last.tell();
        tellAfter(30, last);

        // Then
        assertThat(forgotten).hasSize(1);
        assertThat(deregistered).as("also when it is forgotten").hasSize(3);
    }
}
