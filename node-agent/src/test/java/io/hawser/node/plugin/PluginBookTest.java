package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.PLUGIN;
import static io.hawser.node.plugin.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.node.mount.PluginView;
import io.hawser.node.work.ScriptedNodeCalls;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which socket of a plugin serves, and why none does. */
class PluginBookTest {
    private final PluginBook book = new PluginBook();
    private Instant now = Instant.EPOCH;

    @Test
    @DisplayName("Of two sockets of one plugin the last found that is well serves; when it goes, the other one does")
    void theLastFoundServes() {
        // Given
        found("a.sock", "");
        found("b.sock", "");
        // When
        String both = book.current(PLUGIN).orElseThrow().endpoint().toString();
        read("b.sock", "Probe: ill");
        String secondIll = book.current(PLUGIN).orElseThrow().endpoint().toString();
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        PluginView onlyTheIll = book.view(PLUGIN);
        // Then
        assertThat(both).endsWith("b.sock");
        assertThat(secondIll).endsWith("a.sock");
        assertThat(onlyTheIll).isInstanceOf(PluginView.Away.class);
        assertThat(book.view("other")).isInstanceOf(PluginView.Away.class);
    }

    @Test
    @Tag("swarmkit-T35")
    @Tag("swarmkit-T36")
    @DisplayName("Of several sockets of a plugin, the one found last of those that are well serves it")
    void theLastOneThatIsWellServes() {
        // Given
        found("a.sock", "");
        found("b.sock", "");
        found("c.sock", "ill");
        Path other = Path.of("/p/other.sock");
        NodePlugin node = new ScriptedNodeCalls();
        PluginStatus another = Readings.status(
                new CsiEndpoint.Unix(other.toString()),
                Optional.of(new PluginIdentity(
                        "another.example", "1", Map.of(), CapabilitySet.of(List.of(), List.of(), List.of()))),
                Optional.of(NodeGetInfoResponse.getDefaultInstance()),
                "");

        // When
        book.found(other, another, _ -> node, now);

        // Then
        assertThat(book.current(PLUGIN).orElseThrow()).isEqualTo(reading("b.sock", ""));
        assertThat(book.view("another.example")).isEqualTo(new PluginView.Here(false));
        assertThat(book.node("another.example").orElseThrow()).isSameAs(node);
        assertThat(book.node("no.example")).isEmpty();
        assertThat(book.names()).containsExactly("another.example", PLUGIN);
        assertThat(book.readings()).hasSize(4).containsEntry(other, another);
        assertThat(book.read(other, Readings.ill(another, "ill"), now)).contains(another);
        assertThat(book.gone(other, "its socket is gone", now)).contains(Readings.ill(another, "ill"));
        assertThat(book.read(other, another, now)).isEmpty();
        assertThat(book.readings()).doesNotContainKey(other);
    }

    @Test
    @DisplayName("A plugin that is away, or not well, is so with a reason, since when, and what would end it")
    void whatAVolumeWaitsForIsSaid() {
        // Given
        PluginView never = book.view(PLUGIN);
        now = now.plusSeconds(1);
        found("a.sock", "");
        now = now.plusSeconds(1);
        read("a.sock", "Probe: not ready");
        now = now.plusSeconds(1);
        read("a.sock", "Probe: still not ready");

        // When
        PluginView ill = book.view(PLUGIN);
        read("a.sock", "");
        PluginView well = book.view(PLUGIN);
        now = now.plusSeconds(1);
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        PluginView gone = book.view(PLUGIN);

        // Then
        assertThat(never)
                .isEqualTo(new PluginView.Away(
                        "plugin plugin.example is not on this node; its volumes wait for its socket"));
        assertThat(ill)
                .isEqualTo(new PluginView.Away("plugin plugin.example is not well since 1970-01-01T00:00:02Z: Probe:"
                        + " still not ready; its volumes wait until it is"));
        assertThat(well).isEqualTo(new PluginView.Here(true));
        assertThat(gone)
                .isEqualTo(new PluginView.Away("plugin plugin.example is not on this node since 1970-01-01T00:00:04Z:"
                        + " its socket is gone; its volumes wait for its socket"));
    }

    @Test
    @DisplayName("A plugin that hangs since before the agent started is not said to be away: the socket that says"
            + " nothing is named, at its own place if it went before")
    void whoSaysNothing() {
        // Given
        silent("x.sock");
        silent("y.sock");
        found("a.sock", "");

        // When
        String never = away("other.example");
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        String gone = away(PLUGIN);
        silent("a.sock");
        String hangs = away(PLUGIN);

        // Then
        assertThat(never)
                .isEqualTo("no socket here has said that it is plugin other.example; /p/x.sock has not said whose it"
                        + " is: GetPluginInfo: no answer; /p/y.sock has not said whose it is: GetPluginInfo: no answer;"
                        + " its volumes wait until one says so");
        assertThat(gone).contains("is not on this node since").doesNotContain("/p/");
        assertThat(hangs)
                .contains("/p/a.sock has not said whose it is: GetPluginInfo: no answer")
                .doesNotContain("x.sock");
    }

    private void silent(String socket) {
        PluginStatus nobody = Readings.status(
                new CsiEndpoint.Unix("/p/" + socket), Optional.empty(), Optional.empty(), "GetPluginInfo: no answer");
        book.found(Path.of("/p", socket), nobody, _ -> new ScriptedNodeCalls(), now);
    }

    private String away(String plugin) {
        return ((PluginView.Away) book.view(plugin)).message();
    }

    @Test
    @DisplayName("A process that denies the controller is still reached where the plugin's controller was, and only"
            + " there")
    void theDenialIsReached() {
        // Given
        book.found(Path.of("/p/node.sock"), denying("node.sock"), _ -> new ScriptedNodeCalls(), now);
        Optional<PluginStatus> never = book.controllerOrDenial(PLUGIN);
        found("c.sock", "");
        Optional<PluginStatus> served = book.controllerOrDenial(PLUGIN);

        // When
        book.gone(Path.of("/p/c.sock"), "its socket is another one now", now);
        Optional<PluginStatus> gone = book.controllerOrDenial(PLUGIN);
        book.found(Path.of("/p/c.sock"), denying("c.sock"), _ -> new ScriptedNodeCalls(), now);
        Optional<PluginStatus> denied = book.controllerOrDenial(PLUGIN);

        // Then
        assertThat(never).isEmpty();
        assertThat(served).contains(reading("c.sock", ""));
        assertThat(gone)
                .as("the node's process does not speak for the controller")
                .isEmpty();
        assertThat(denied).contains(denying("c.sock"));
        assertThat(book.controller(PLUGIN)).isEmpty();
        assertThat(book.controllerOrDenial("other")).isEmpty();
    }

    @Test
    @DisplayName("Where another plugin answers now, or once the controller is at another socket, no denial is reached")
    void notTheLastSocket() {
        // Given
        found("c.sock", "");
        found("d.sock", "");

        // When
        book.read(Path.of("/p/d.sock"), another("d.sock"), now);
        Optional<PluginStatus> other = book.controllerOrDenial(PLUGIN);
        found("d.sock", "");
        book.read(Path.of("/p/c.sock"), denying("c.sock"), now);
        book.read(Path.of("/p/d.sock"), another("d.sock"), now);
        Optional<PluginStatus> renamed = book.controllerOrDenial(PLUGIN);
        book.gone(Path.of("/p/d.sock"), "its socket is gone", now);

        // Then
        assertThat(other).contains(reading("c.sock", ""));
        assertThat(renamed).isEmpty();
        assertThat(book.controllerOrDenial(PLUGIN)).isEmpty();
    }

    private static PluginStatus denying(String socket) {
        return named(PLUGIN, socket);
    }

    private static PluginStatus another(String socket) {
        return named("another.example", socket);
    }

    private static PluginStatus named(String plugin, String socket) {
        return Readings.status(
                new CsiEndpoint.Unix("/p/" + socket),
                Optional.of(
                        new PluginIdentity(plugin, "2.0", Map.of(), CapabilitySet.of(List.of(), List.of(), List.of()))),
                Optional.of(NodeGetInfoResponse.getDefaultInstance()),
                "");
    }

    private void found(String socket, String message) {
        book.found(Path.of("/p", socket), reading(socket, message), _ -> new ScriptedNodeCalls(), now);
    }

    private void read(String socket, String message) {
        book.read(Path.of("/p", socket), reading(socket, message), now);
    }
}
