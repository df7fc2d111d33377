package io.hawser.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import io.hawser.node.mount.PluginView;
import io.hawser.node.work.NodePlugin;
import io.hawser.node.work.ScriptedNodeCalls;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final List<String> forgotten = new ArrayList<>();
    private final Set<String> withVolumes = new HashSet<>();
    private boolean relayed;
    private Instant now = Instant.EPOCH;

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
        book.gone(Path.of("/p/a.sock"), "its socket is gone", now);
        PluginView onlyTheIll = book.view(PLUGIN);
        // Then
        assertThat(both).endsWith("b.sock");
        assertThat(secondIll).endsWith("a.sock");
        assertThat(onlyTheIll).isInstanceOf(PluginView.Away.class);
        assertThat(book.view("other")).isInstanceOf(PluginView.Away.class);
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
    @DisplayName("A socket for the node only is not registered; when the controller's socket goes, its instance is"
            + " deregistered, although the plugin stays")
    void theControllerGoesAndTheNodeStays() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        book.found(Path.of("/p/n.sock"), nodeOnly("n.sock"), _ -> new ScriptedNodeCalls(), now);
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

    private static PluginStatus nodeOnly(String socket) {
        PluginStatus both = reading(socket, "");
        PluginIdentity known = both.identity().orElseThrow();
        return PluginStatus.of(
                both.endpoint(),
                Optional.of(new PluginIdentity(
                        known.name(), known.vendorVersion(), known.manifest(), known.capabilities(), false)),
                both.nodeInfo(),
                "");
    }

    private PluginAnnouncer announcer() throws IOException {
        Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
        return new PluginAnnouncer(
                "n1",
                book,
                this,
                clock,
                relayed,
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                withVolumes::contains,
                folder.resolve("known"));
    }

    /** It has published a.sock. */
    private PluginAnnouncer announcerOfA() throws IOException {
        PluginAnnouncer announcer = announcer();
        found("a.sock", "");
        announcer.tell();
        return announcer;
    }

    private void gone(String socket, PluginAnnouncer announcer) {
        book.gone(Path.of("/p", socket), "its socket is gone", now);
        announcer.tell();
    }

    private void tellAfter(long seconds, PluginAnnouncer announcer) {
        now = now.plusSeconds(seconds);
        announcer.tell();
    }

    private void found(String socket, String message) {
        book.found(Path.of("/p", socket), reading(socket, message), _ -> new ScriptedNodeCalls(), now);
    }

    private void read(String socket, String message) {
        book.read(Path.of("/p", socket), reading(socket, message), now);
    }

    private static PluginStatus reading(String socket, String message) {
        CapabilitySet capabilities = CapabilitySet.of(
                List.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE),
                List.of(),
                List.of(99, NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE));
        return PluginStatus.of(
                new CsiEndpoint.Unix("/p/" + socket),
                Optional.of(new PluginIdentity(PLUGIN, "1.0", Map.of(), capabilities)),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("csi-n1")
                        .setMaxVolumesPerNode(7)
                        .setAccessibleTopology(Topology.newBuilder().putSegments("zone", "z1"))
                        .build()),
                message);
    }

    @Override
    public void fingerprint(Fingerprint fingerprint) {
        prints.add(fingerprint);
    }

    @Override
    public void forget(String plugin) {
        forgotten.add(plugin);
    }

    @Override
    public void register(RegisterPluginInstance desired) {
        registered.add(desired);
    }

    @Override
    public void deregister(DeregisterPluginInstance desired) {
        deregistered.add(desired);
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
        now = now.plus(Duration.ofDays(30));
        announcer.tell();

        // Then
        assertThat(forgotten).isEmpty();
        assertThat(prints.getLast().getHealthy()).isFalse();
        withVolumes.clear();
        announcer.tell();
        assertThat(forgotten).containsExactly(PLUGIN);
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
        PluginStatus another = PluginStatus.of(
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
        assertThat(book.read(other, another.ill("ill"), now)).contains(another);
        assertThat(book.gone(other, "its socket is gone", now)).contains(another.ill("ill"));
        assertThat(book.read(other, another, now)).isEmpty();
        assertThat(book.readings()).doesNotContainKey(other);
    }

    @Test
    @DisplayName("A plugin without a controller is published and never registered")
    void withoutAController() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "");
        book.found(
                Path.of("/p/a.sock"),
                PluginStatus.of(
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
    @Tag("nomad-4")
    @DisplayName("A plugin that has not said which node this is yet has a fingerprint, with the reason")
    void anIncompletePluginHasAFingerprint() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "NodeGetInfo: UNAVAILABLE: no metadata");
        PluginStatus incomplete =
                PluginStatus.of(reading.endpoint(), reading.identity(), Optional.empty(), reading.message());
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
    @DisplayName("A plugin with a controller only is registered and has no fingerprint; one that lost its node service"
            + " is not well")
    void withoutANodeService() throws Exception {
        // Given
        PluginAnnouncer announcer = announcer();
        PluginStatus reading = reading("a.sock", "");
        PluginStatus controller = PluginStatus.of(reading.endpoint(), reading.identity(), Optional.empty(), "");
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
                    PluginStatus.of(new CsiEndpoint.Unix("/p/controller.sock"), node.identity(), Optional.empty(), "");
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
                    java.time.Clock.systemUTC(),
                    false,
                    Duration.ofSeconds(30),
                    Duration.ofHours(1),
                    withVolumes::contains,
                    folder.resolve("split-" + controllerFirst));

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
    @Tag("swarmkit-T37")
    @DisplayName("Of three plugins one does not say which node this is: the other two are well, and the third says why")
    void oneOfThreeFails() throws Exception {
        // Given
        for (String name : List.of("a.example", "b.example", "c.example")) {
            boolean good = !name.startsWith("b");
            PluginStatus reading = reading(name, good ? "" : "NodeGetInfo: INTERNAL: no metadata");
            book.found(
                    Path.of("/p", name),
                    PluginStatus.of(
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
}
