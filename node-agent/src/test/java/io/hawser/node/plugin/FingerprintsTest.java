package io.hawser.node.plugin;

import static io.hawser.node.plugin.Readings.PLUGIN;
import static io.hawser.node.plugin.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.node.mount.PluginView;
import io.hawser.node.plugin.files.KnownPluginsFile;
import io.hawser.node.work.ScriptedNodeCalls;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is published of the plugins of a node. */
class FingerprintsTest extends Announcements {
    @Test
    @Tag("swarmkit-X-3")
    @DisplayName("A fingerprint carries topology, limit and capabilities, "
            + "unknown ones included, and is published once until it changes")
    void tellsOnChangeOnly() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        found("a.sock", "");
        // When
        announcer.tell();
        announcer.tell();
        read("a.sock", "Probe: not ready");
        announcer.tell();
        // Then
        assertThat(prints).hasSize(2);
        Fingerprint first = prints.getFirst();
        assertThat(first.getHealthy()).isTrue();
        assertThat(first.getTopology().getSegmentsMap()).isEqualTo(Map.of("zone", "z1"));
        assertThat(first.getMaxVolumes()).isEqualTo(7);
        assertThat(first.getNodeCapabilitiesList())
                .containsExactly(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE, 99);
        assertThat(prints.getLast().getHealthy()).isFalse();
        assertThat(prints.getLast().getMessage()).isEqualTo("Probe: not ready");
        assertThat(registered)
                .containsExactly(RegisterPluginInstance.newBuilder()
                        .setPlugin(PLUGIN)
                        .setInstance("n1")
                        .setEndpoint("unix:///p/a.sock")
                        .setNode("n1")
                        .build());
    }

    @Test
    @DisplayName("A plugin without a controller is published and never registered")
    void withoutAController() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "");
        book.found(
                Path.of("/p/a.sock"),
                Readings.status(
                        reading.endpoint(),
                        Optional.of(new PluginIdentity(
                                PLUGIN, "1.0", Map.of(), CapabilitySet.of(List.of(), List.of(), List.of()))),
                        reading.nodeInfo(),
                        ""),
                _ -> new ScriptedNodeCalls(),
                now);

        // When
        announcer.tell();

        // Then
        assertThat(prints).singleElement().satisfies(print -> assertThat(print.getNoController())
                .isTrue());
        assertThat(registered).isEmpty();
    }

    @Test
    @DisplayName("A plugin with a controller only is registered and has no fingerprint; one that lost its node service"
            + " is not well")
    void withoutANodeService() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "");
        PluginStatus controller = Readings.status(reading.endpoint(), reading.identity(), Optional.empty(), "");
        book.found(Path.of("/p/a.sock"), controller, _ -> new ScriptedNodeCalls(), now);

        // When
        announcer.tell();

        // Then
        assertThat(prints).isEmpty();
        assertThat(registered).hasSize(1);

        // When
        read("a.sock", "");
        announcer.tell();
        book.read(Path.of("/p/a.sock"), controller, now);
        announcer.tell();

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false);
        assertThat(prints.getLast().getMessage()).contains("no node service");
    }

    @Test
    @Tag("nomad-4")
    @DisplayName("A plugin that has not said which node this is yet has a fingerprint, with the reason")
    void anIncompletePluginHasAFingerprint() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "NodeGetInfo: UNAVAILABLE: no metadata");
        PluginStatus incomplete =
                Readings.status(reading.endpoint(), reading.identity(), Optional.empty(), reading.message());
        book.found(Path.of("/p/a.sock"), incomplete, _ -> new ScriptedNodeCalls(), now);

        // When
        announcer.tell();

        // Then
        assertThat(prints).singleElement().satisfies(print -> {
            assertThat(print.getHealthy()).isFalse();
            assertThat(print.getMessage()).isEqualTo("NodeGetInfo: UNAVAILABLE: no metadata");
            assertThat(print.getVendorVersion()).isEqualTo("1.0");
            assertThat(print.getCsiNodeId()).isEmpty();
        });

        // When it says it, and a later process finds it incomplete again
        read("a.sock", "");
        announcer.tell();
        PluginAnnouncer later = announcer();
        book.found(Path.of("/p/a.sock"), incomplete, _ -> new ScriptedNodeCalls(), now);
        later.tell();

        // Then
        assertThat(prints).hasSize(3);
        assertThat(prints.getLast().getHealthy()).isFalse();
        assertThat(prints.getLast().getCsiNodeId()).isEqualTo("csi-n1");
        assertThat(prints.getLast().getMaxVolumes()).isEqualTo(7);
    }

    @Test
    @Tag("swarmkit-T37")
    @DisplayName("Of three plugins one does not say which node this is: the other two are well, and the third says why")
    void oneOfThreeFails() throws Exception {
        // Given
        for (String name : List.of("a.example", "b.example", "c.example")) {
            boolean good = !name.startsWith("b");
            PluginStatus reading = reading(name, good ? "" : "NodeGetInfo: INTERNAL: no metadata");
            book.found(
                    Path.of("/p", name),
                    Readings.status(
                            reading.endpoint(),
                            reading.identity()
                                    .map(said -> new PluginIdentity(name, "1", Map.of(), said.capabilities())),
                            good ? reading.nodeInfo() : Optional.empty(),
                            reading.message()),
                    _ -> new ScriptedNodeCalls(),
                    now);
        }

        // When
        announcer().tell();

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false, true);
        assertThat(prints).extracting(Fingerprint::getCsiNodeId).containsExactly("csi-n1", "", "csi-n1");
    }

    @Test
    @Tag("nomad-16")
    @DisplayName("A plugin with one socket for its controller and one for the node: each is used for its own, whichever"
            + " was found last")
    void twoSockets() throws Exception {
        for (boolean controllerFirst : List.of(true, false)) {
            // Given
            registered.clear();
            PluginBook split = new PluginBook();
            PluginStatus node = reading("node.sock", "");
            PluginStatus controller =
                    Readings.status(new CsiEndpoint.Unix("/p/controller.sock"), node.identity(), Optional.empty(), "");
            ScriptedNodeCalls calls = new ScriptedNodeCalls();
            if (controllerFirst) {
                split.found(Path.of("/p/controller.sock"), controller, _ -> new ScriptedNodeCalls(), now);
            }
            split.found(Path.of("/p/node.sock"), node, _ -> calls, now);
            if (!controllerFirst) {
                split.found(Path.of("/p/controller.sock"), controller, _ -> new ScriptedNodeCalls(), now);
            }
            PluginAnnouncer announcer = new PluginAnnouncer(
                    "n1",
                    split,
                    this,
                    System::nanoTime,
                    false,
                    Duration.ofSeconds(30),
                    Duration.ofHours(1),
                    withVolumes::contains,
                    () -> counts,
                    KnownPluginsFile.load(folder.resolve("split-" + controllerFirst)));

            // When
            announcer.tell();

            // Then
            assertThat(split.node(PLUGIN).orElseThrow()).isSameAs(calls);
            assertThat(split.view(PLUGIN)).isEqualTo(new PluginView.Here(true));
            assertThat(prints.getLast().getHealthy()).isTrue();
            assertThat(registered)
                    .extracting(RegisterPluginInstance::getEndpoint)
                    .containsExactly("unix:///p/controller.sock");
        }
    }

    @Test
    @Tag("nomad-11")
    @Tag("nomad-S2")
    @DisplayName("When the agent ends, every plugin is published as not well, and the next process publishes it again")
    void theEndOfTheAgent() throws Exception {
        // Given
        PluginAnnouncer announcer = announcerOfA();

        // When
        announcer.end();
        announcer.tell();

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false);
        assertThat(prints.getLast().getMessage()).contains("node-agent has ended");
        assertThat(deregistered).isEmpty();

        // When
        announcer().tell();

        // Then
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false, true);
    }
}
