package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.PLUGIN;
import static io.hawser.node.plugin.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.csi.PluginIdentity;
import io.hawser.node.report.Absence;
import io.hawser.node.work.ScriptedNodeCalls;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a plugin's instance is registered, and when it is deregistered. */
class RegisteredInstanceTest extends Announcements {
    @Test
    @DisplayName("An instance is registered and deregistered in the words of the committed samples")
    void saysWhatTheSamplesSay() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();

        // When
        gone("a.sock", announcer);
        tellAfter(30, announcer);

        // Then
        assertThat(registered)
                .containsExactly(
                        RegisterPluginInstance.parseFrom(Samples.named("register-plugin-instance")
                                        .bytes())
                                .toBuilder()
                                .setPlugin(PLUGIN)
                                .setInstance("n1")
                                .setEndpoint("unix:///p/a.sock")
                                .setNode("n1")
                                .build());
        assertThat(deregistered)
                .containsExactly(
                        DeregisterPluginInstance.parseFrom(Samples.named("deregister-plugin-instance")
                                        .bytes())
                                .toBuilder()
                                .setPlugin(PLUGIN)
                                .setInstance("n1")
                                .build());
    }

    @Test
    @DisplayName("While another agent counts as the node's, nothing is registered, deregistered or forgotten")
    void anotherAgentCounts() throws Exception {
        // Given
        counts = false;
        PluginAnnouncer announcer = announcerOfA();
        assertThat(registered).isEmpty();
        counts = true;
        tellAfter(1, announcer);
        assertThat(registered).hasSize(1);

        // When
        counts = false;
        gone("a.sock", announcer);
        assertThat(withdrawals).as("what waits for the broker").isEqualTo(2);
        tellAfter(2 * 3600, announcer);

        // Then
        assertThat(deregistered).isEmpty();
        assertThat(forgotten).isEmpty();
        counts = true;
        tellAfter(1, announcer);
        assertThat(deregistered).hasSize(1);
        assertThat(forgotten).hasSize(1);
    }

    @Test
    @DisplayName("An agent that counts again registers its instances again: another one may have replaced them")
    void countsAgain() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();

        // When
        counts = false;
        tellAfter(1, announcer);
        counts = true;
        tellAfter(1, announcer);

        // Then
        assertThat(registered).hasSize(2);
    }

    @Test
    @DisplayName("An agent that stood still registers its instances again: they may have ended with its node")
    void stoodStill() throws Exception {
        // Given
        Absence absence = new Absence();
        PluginAnnouncer announcer = announcerOfA();
        heartbeatAfter(10, absence, announcer);
        heartbeatAfter(10, absence, announcer);
        assertThat(registered).hasSize(1);

        // When
        heartbeatAfter(120, absence, announcer);
        heartbeatAfter(10, absence, announcer);
        heartbeatAfter(10, absence, announcer);

        // Then
        assertThat(registered).hasSize(2);
    }

    /** The heartbeat before was acknowledged. */
    private void heartbeatAfter(int seconds, Absence absence, PluginAnnouncer announcer) {
        absence.ended(now.plusSeconds(seconds), true, Duration.ofSeconds(10));
        counts = !absence.lasts();
        tellAfter(seconds, announcer);
    }

    @Test
    @DisplayName("An instance is registered again each hour: plugin-registry may have refused it, or have lost it")
    void eachHour() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();

        // When
        tellAfter(3599, announcer);
        int before = registered.size();
        tellAfter(1, announcer);
        tellAfter(1, announcer);

        // Then
        assertThat(before).isEqualTo(1);
        assertThat(registered).hasSize(2);
        assertThat(deregistered).isEmpty();
    }

    @Test
    @DisplayName("With a relay the instance is registered at the relay, whatever its socket is")
    void registersTheRelay() throws Exception {
        // Given
        relayed = true;
        // When
        announcerOfA();
        // Then
        assertThat(registered).extracting(RegisterPluginInstance::getEndpoint).containsExactly("relay:n1/" + PLUGIN);
    }

    @Test
    @DisplayName("Nothing of a plugin is published before it is written down; a full disk only delays it")
    void isWrittenDownFirst() throws Exception {
        // Given: the file's folder is missing, so that no write succeeds
        PluginAnnouncer announcer = announcer();
        Files.delete(folder);
        found("a.sock", "");

        // When
        assertThatThrownBy(announcer::tell).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(announcer::tell).isInstanceOf(UncheckedIOException.class);

        // Then
        assertThat(prints).isEmpty();
        assertThat(registered).isEmpty();

        // When
        Files.createDirectory(folder);
        announcer.tell();

        // Then
        assertThat(prints).hasSize(1);
        assertThat(registered).hasSize(1);
        assertThat(folder.resolve("known")).content().startsWith(PLUGIN + " true ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.example", "b.example"})
    @DisplayName("On a full disk, each plugin that is known is published when it changes, and deregistered once")
    void aFullDiskSilencesNoPlugin(String ill) throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        for (String plugin : List.of("a.example", "b.example")) {
            book.found(Path.of("/p", plugin), named(plugin, ""), _ -> new ScriptedNodeCalls(), now);
        }
        announcer.tell();
        Files.delete(folder.resolve("known"));
        Files.delete(folder);

        // When
        book.read(Path.of("/p", ill), named(ill, "Probe: not ready"), now);
        book.gone(Path.of("/p", ill.equals("a.example") ? "b.example" : "a.example"), "its socket is gone", now);
        for (int tick = 0; tick < 60; tick++) {
            try {
                tellAfter(1, announcer);
            } catch (UncheckedIOException full) {
                assertThat(full).hasMessageContaining(ill);
            }
        }

        // Then
        assertThat(prints)
                .extracting(Fingerprint::getPlugin, Fingerprint::getHealthy)
                .containsExactly(
                        tuple("a.example", true),
                        tuple("b.example", true),
                        tuple("a.example", false),
                        tuple("b.example", false));
        assertThat(deregistered).hasSize(1);
    }

    private static PluginStatus named(String plugin, String message) {
        PluginStatus reading = reading(plugin, message);
        return Readings.status(
                reading.endpoint(),
                reading.identity().map(said -> new PluginIdentity(plugin, "1.0", said.manifest(), said.capabilities())),
                reading.nodeInfo(),
                message);
    }

    @Test
    @DisplayName("A plugin that was forgotten and comes back on a full disk is published, and not well when it goes")
    void aForgottenPluginOnAFullDisk() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        gone("a.sock", announcer);
        tellAfter(3630, announcer);
        Files.delete(folder.resolve("known"));
        Files.delete(folder);

        // When
        found("a.sock", "");
        assertThatThrownBy(announcer::tell).isInstanceOf(UncheckedIOException.class);
        gone("a.sock", announcer);

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false, true, false);
    }

    @Test
    @DisplayName("A clock that is set back delays no deregistration")
    void aClockThatIsSetBack() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        Duration ahead = Duration.ofDays(365);

        // When
        now = now.plus(ahead);
        gone("a.sock", announcer);
        now = now.minus(ahead);
        tellAfter(31, announcer);

        // Then
        assertThat(deregistered).hasSize(1);
    }

    @Test
    void aShortAbsenceDeregistersNobody() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        // When
        gone("a.sock", announcer);
        tellAfter(29, announcer);
        found("a.sock", "");
        announcer.tell();
        // Then
        assertThat(deregistered).isEmpty();
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false, true);
    }

    @Test
    @DisplayName("Each absence counts by itself: two short ones deregister nobody")
    void eachAbsenceCountsByItself() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();

        // When
        for (int i = 0; i < 2; i++) {
            gone("a.sock", announcer);
            tellAfter(29, announcer);
            found("a.sock", "");
            announcer.tell();
        }

        // Then
        assertThat(deregistered).isEmpty();
        assertThat(registered).hasSize(1);
    }

    @Test
    @DisplayName("An instance that comes back after it was deregistered, or at another socket, is registered again")
    void whoComesBackIsRegisteredAgain() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();
        gone("a.sock", announcer);
        tellAfter(30, announcer);
        assertThat(deregistered).hasSize(1);

        // When
        found("a.sock", "");
        announcer.tell();
        found("b.sock", "");
        announcer.tell();
        announcer.tell();

        // Then
        assertThat(registered)
                .extracting(RegisterPluginInstance::getEndpoint)
                .containsExactly("unix:///p/a.sock", "unix:///p/a.sock", "unix:///p/b.sock");
        assertThat(deregistered).hasSize(1);
    }

    @Test
    @DisplayName("A socket for the node only is not registered; when the controller's socket goes, its instance is"
            + " deregistered, although the plugin stays")
    void theControllerGoesAndTheNodeStays() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        book.found(Path.of("/p/n.sock"), Readings.nodeOnly("n.sock"), _ -> new ScriptedNodeCalls(), now);
        announcer.tell();
        assertThat(registered).isEmpty();
        found("c.sock", "");
        announcer.tell();
        assertThat(registered).extracting(RegisterPluginInstance::getEndpoint).containsExactly("unix:///p/c.sock");
        // When
        gone("c.sock", announcer);
        tellAfter(29, announcer);
        boolean early = !deregistered.isEmpty();
        tellAfter(1, announcer);
        announcer.tell();
        // Then
        assertThat(early).isFalse();
        assertThat(registered).hasSize(1);
        assertThat(deregistered).hasSize(1);
        assertThat(prints.getLast().getHealthy()).isTrue();
        assertThat(prints.getLast().getNoController()).isFalse();
        found("c.sock", "");
        announcer.tell();
        assertThat(registered).hasSize(2);
    }
}
