package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.PLUGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.csi.CsiEndpoint;
import io.hawser.node.work.ScriptedNodeCalls;
import io.hawser.v1.Fingerprint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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

    @Test
    @DisplayName("A plugin that hangs while its agent starts is not taken for gone: its instance stays, and the reason"
            + " names its socket")
    void aPluginThatHangsAtTheStart() throws Exception {
        // Given
        announcerOfA();
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        prints.clear();
        PluginBook next = new PluginBook();
        PluginAnnouncer after = announcer(next);
        after.tell();
        next.found(Path.of("/p/a.sock"), unnamed("not looked at yet"), _ -> new ScriptedNodeCalls(), now);
        after.tell();
        assertThat(prints).isEmpty();

        // When
        next.read(Path.of("/p/a.sock"), unnamed("GetPluginInfo: no answer"), now);
        tellAfter(30, after);
        tellAfter(3569, after);

        // Then
        assertThat(prints)
                .extracting(Fingerprint::getHealthy, Fingerprint::getMessage)
                .containsExactly(tuple(
                        false,
                        "no socket here has said that it is plugin plugin.example;"
                                + " /p/a.sock has not said whose it is: GetPluginInfo: no answer"));
        assertThat(deregistered).isEmpty();
        assertThat(forgotten).isEmpty();

        // When
        next.gone(Path.of("/p/a.sock"), "no process listens at its socket", now);
        after.tell();
        tellAfter(29, after);

        // Then
        assertThat(deregistered).as("its time begins again").isEmpty();
        tellAfter(1, after);
        assertThat(deregistered).hasSize(1);
        assertThat(prints.getLast().getMessage()).isEqualTo("its socket is gone");
    }

    @Test
    @DisplayName("Nor is its controller, if only the node's process answers")
    void aControllerThatHangsAtTheStart() throws Exception {
        // Given
        announcerOfA();
        PluginBook next = new PluginBook();
        PluginAnnouncer after = announcer(next);
        PluginStatus node = Readings.nodeOnly("n.sock");
        next.found(Path.of("/p/n.sock"), node, _ -> new ScriptedNodeCalls(), now);
        next.found(Path.of("/p/a.sock"), unnamed("GetPluginInfo: no answer"), _ -> new ScriptedNodeCalls(), now);

        // When
        after.tell();
        tellAfter(300, after);

        // Then
        assertThat(deregistered).isEmpty();
        next.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        after.tell();
        tellAfter(29, after);
        assertThat(deregistered).as("its time begins again").isEmpty();
        tellAfter(1, after);
        assertThat(deregistered).hasSize(1);
    }

    @Test
    @DisplayName("A socket that never says whose it is delays the end of a plugin by an hour at most")
    void aSocketOfNoPlugin() throws Exception {
        // Given
        announcerOfA();
        PluginBook next = new PluginBook();
        PluginAnnouncer after = announcer(next);
        next.found(Path.of("/p/a.sock"), unnamed("GetPluginInfo: UNIMPLEMENTED"), _ -> new ScriptedNodeCalls(), now);
        after.tell();

        // When
        tellAfter(3599, after);
        assertThat(deregistered).isEmpty();
        tellAfter(1, after);

        // Then
        assertThat(deregistered).hasSize(1);
    }

    @Test
    @DisplayName(
            "A plugin that is gone is not well after 30 s, though another one's socket comes and goes; its instance"
                    + " ends an hour later")
    void anotherPluginThatEndsAgainAndAgain() throws Exception {
        // Given
        announcerOfA();
        prints.clear();
        PluginBook next = new PluginBook();
        PluginAnnouncer after = announcer(next);
        after.tell();

        // When
        comesAndGoes(next, after, 40);

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).first().isEqualTo(false);
        assertThat(deregistered).isEmpty();

        // When
        comesAndGoes(next, after, 3620);

        // Then
        assertThat(deregistered).hasSize(1);
        assertThat(forgotten).isEmpty();

        // When
        comesAndGoes(next, after, 3620);

        // Then
        assertThat(forgotten).containsExactly(PLUGIN);
    }

    private void comesAndGoes(PluginBook seen, PluginAnnouncer announcer, int seconds) {
        for (int passed = 0; passed < seconds; passed += 20) {
            seen.found(Path.of("/p/q.sock"), unnamed("not looked at yet"), _ -> new ScriptedNodeCalls(), now);
            tellAfter(10, announcer);
            seen.gone(Path.of("/p/q.sock"), "its socket is gone", now);
            tellAfter(10, announcer);
        }
    }

    private static PluginStatus unnamed(String message) {
        return Readings.status(new CsiEndpoint.Unix("/p/a.sock"), Optional.empty(), Optional.empty(), message);
    }
}
