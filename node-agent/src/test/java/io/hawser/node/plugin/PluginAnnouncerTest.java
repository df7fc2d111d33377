package io.hawser.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import io.hawser.node.mount.CallEnding;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Wish;
import io.hawser.node.work.NodePlugin;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginAnnouncerTest implements PluginAnnouncer.Voice {
    private static final String PLUGIN = "plugin.example";

    @TempDir
    Path folder;

    private final PluginBook book = new PluginBook();
    private final List<Fingerprint> prints = new ArrayList<>();
    private final List<RegisterPluginInstance> registered = new ArrayList<>();
    private final List<DeregisterPluginInstance> deregistered = new ArrayList<>();
    private Instant now = Instant.EPOCH;

    @Test
    @Tag("swarmkit-X-3")
    @DisplayName(
            "A fingerprint carries topology, limit and capabilities, unknown ones included, and is told once until it changes")
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
        assertThat(prints.getLast().getWhy()).isEqualTo("Probe: not ready");
        assertThat(registered)
                .containsExactly(RegisterPluginInstance.newBuilder()
                        .setPlugin(PLUGIN)
                        .setInstance("n1")
                        .setEndpoint("unix:///p/a.sock")
                        .setNode("n1")
                        .build());
    }

    @Test
    @DisplayName("An instance is registered and deregistered in the words of the committed samples")
    void saysWhatTheSamplesSay() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        found("a.sock", "");
        announcer.tell();

        // When
        book.gone(Path.of("/p/a.sock"));
        announcer.tell();
        now = now.plusSeconds(30);
        announcer.tell();

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
    void aShortAbsenceDeregistersNobody() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        found("a.sock", "");
        announcer.tell();
        // When
        book.gone(Path.of("/p/a.sock"));
        announcer.tell();
        now = now.plusSeconds(29);
        announcer.tell();
        found("a.sock", "");
        announcer.tell();
        // Then
        assertThat(deregistered).isEmpty();
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(true, false, true);
    }

    @Test
    void aPluginThatLeftWhileNoAgentRanIsSaidToBeGone() throws Exception {
        // Given
        PluginAnnouncer before = announcer();
        found("a.sock", "");
        before.tell();
        book.gone(Path.of("/p/a.sock"));
        prints.clear();
        PluginAnnouncer after = announcer();
        // When
        after.tell();
        boolean saidAtOnce = !prints.isEmpty();
        now = now.plusSeconds(30);
        after.tell();
        after.tell();
        // Then
        assertThat(saidAtOnce).isFalse();
        assertThat(prints).extracting(Fingerprint::getHealthy).containsExactly(false);
        assertThat(prints.getFirst().getCsiNodeId()).isEqualTo("csi-n1");
        assertThat(deregistered).hasSize(1);
        now = now.plusSeconds(3000);
        announcer().tell();
        assertThat(deregistered).hasSize(1);
    }

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
        book.gone(Path.of("/p/a.sock"));
        PluginView onlyTheIll = book.view(PLUGIN);
        // Then
        assertThat(both).endsWith("b.sock");
        assertThat(secondIll).endsWith("a.sock");
        assertThat(onlyTheIll).isInstanceOf(PluginView.Away.class);
        assertThat(book.view("other")).isInstanceOf(PluginView.Away.class);
    }

    private PluginAnnouncer announcer() throws IOException {
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        return new PluginAnnouncer("n1", book, this, clock, Duration.ofSeconds(30), folder.resolve("known"));
    }

    private void found(String socket, String why) {
        book.found(Path.of("/p", socket), reading(socket, why), new Silent());
    }

    private void read(String socket, String why) {
        book.read(Path.of("/p", socket), reading(socket, why));
    }

    private static Reading reading(String socket, String why) {
        CapabilitySet capabilities = CapabilitySet.of(
                List.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE),
                List.of(),
                List.of(99, NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE));
        return new Reading(
                new CsiEndpoint.Unix("/p/" + socket),
                Optional.of(new PluginIdentity(PLUGIN, "1.0", Map.of(), capabilities)),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("csi-n1")
                        .setMaxVolumesPerNode(7)
                        .setAccessibleTopology(Topology.newBuilder().putSegments("zone", "z1"))
                        .build()),
                why);
    }

    @Override
    public void fingerprint(Fingerprint fingerprint) {
        prints.add(fingerprint);
    }

    @Override
    public void register(RegisterPluginInstance wish) {
        registered.add(wish);
    }

    @Override
    public void deregister(DeregisterPluginInstance wish) {
        deregistered.add(wish);
    }

    /** Is never called here. */
    private static final class Silent implements NodePlugin {
        @Override
        public CallEnding stage(Wish wish, Path staging) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CallEnding publish(Wish wish, AssignmentTarget target, Optional<Path> staging, Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CallEnding unpublish(String volumeId, Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CallEnding unstage(String volumeId, Path staging) {
            throw new UnsupportedOperationException();
        }
    }
}
