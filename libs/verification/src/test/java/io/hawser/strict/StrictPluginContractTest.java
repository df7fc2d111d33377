package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.control.ControlClient;
import io.hawser.strict.control.ControlServer;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.history.Event;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictPluginContractTest {

    private static final Capabilities OFFERED = CapabilityProfiles.full();

    @TempDir
    Path folder;

    private StrictPluginOptions options() {
        return StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withLimits(WrongCaller.ANY_PACE);
    }

    @Test
    void servesTheControllerAndEachNodeOnItsOwnSocket() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options());
                Caller caller = new Caller(plugin, folder)) {

            // When
            var info = caller.identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
            var node = caller.node("n2").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());

            // Then
            assertThat(info.getName()).isEqualTo("strict.hawser.io");
            assertThat(node.getNodeId()).isEqualTo("strict-n2");
        }
    }

    @Test
    void servesAHundredNodes() {
        // Given
        String[] nodes =
                IntStream.rangeClosed(1, 100).mapToObj(i -> "node-" + i).toArray(String[]::new);
        StrictPluginOptions many =
                StrictPluginOptions.at(folder.resolve("csi.sock")).withNodes(nodes);
        try (StrictPlugin plugin = StrictPlugin.start(many);
                Caller caller = new Caller(plugin, folder)) {

            // When
            var first = caller.node("node-1").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            var last = caller.node("node-100").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());

            // Then
            assertThat(first.getNodeId()).isEqualTo("strict-node-1");
            assertThat(last.getNodeId()).isEqualTo("strict-node-100");
        }
    }

    @Test
    void servesOnTcpWhatTheControllersSocketDoesAndKeepsItsPortOverItsDeath() {
        // Given
        StrictPluginOptions options = options().withTcp(0).withNode("here", folder.resolve("csi.sock"));
        try (StrictPlugin plugin = StrictPlugin.start(options)) {
            String endpoint = plugin.tcpEndpoint().orElseThrow();
            ManagedChannel channel = NettyChannelBuilder.forTarget(endpoint.replace("tcp://", "dns:///"))
                    .usePlaintext()
                    .overrideAuthority("somebody")
                    .build();
            NodeGrpc.NodeBlockingStub caller =
                    NodeGrpc.newBlockingStub(channel).withDeadlineAfter(Duration.ofSeconds(30));

            // When
            var before = caller.nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            plugin.die(Fault.Die.Memory.WITH_STATE);
            // A call that is sent before the channel notices would be lost with the connection.
            await().until(() -> channel.getState(false) != ConnectivityState.READY);
            plugin.comeBack();
            var after = caller.withWaitForReady().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            channel.shutdownNow();

            // Then
            assertThat(before.getNodeId()).isEqualTo("strict-here");
            assertThat(after).isEqualTo(before);
            assertThat(endpoint).startsWith("tcp://127.0.0.1:");
            assertThat(plugin.tcpEndpoint()).contains(endpoint);
            assertThat(plugin.events())
                    .filteredOn(Event.CallArrived.class::isInstance)
                    .extracting(arrived -> ((Event.CallArrived) arrived).call().authority())
                    .containsExactly("somebody", "somebody");
        }
    }

    @Test
    @DisplayName("A dead plugin leaves its socket's file, at which nobody listens; "
            + "it listens there again when it comes back")
    void leavesItsSocketsFileWhenItDies() throws IOException {
        // Given
        Path socket = folder.resolve("csi.sock");
        try (StrictPlugin plugin = StrictPlugin.start(StrictPluginOptions.at(socket))) {
            // When
            plugin.die(Fault.Die.Memory.WITH_STATE);
            await().untilAsserted(
                            () -> assertThatThrownBy(() -> connect(socket)).isInstanceOf(ConnectException.class));
            boolean left = Files.exists(socket);
            plugin.comeBack();

            // Then
            assertThat(left).isTrue();
            assertThatCode(() -> connect(socket)).doesNotThrowAnyException();
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static void connect(Path socket) throws IOException {
        SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
    }

    @Test
    void aThousandCallsWaitForTheirLatencyTogether() {
        // Given
        StrictPluginOptions slow = options().withLatency(Duration.ofMillis(500)).withoutHistory();
        try (StrictPlugin plugin = StrictPlugin.start(slow);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED);

            // When
            List<? extends Future<?>> calls = IntStream.range(0, 1000)
                    .mapToObj(i -> caller.controllerLater()
                            .createVolume(new VolumeUser(caller, OFFERED, "v" + i, Mode.SINGLE_NODE_WRITER)
                                    .createRequest()
                                    .build()))
                    .toList();

            // Then
            await().until(() -> calls.stream().allMatch(Future::isDone));
            assertThat(plugin.volumes()).hasSize(1000);
            assertThat(plugin.events()).isEmpty();
        }
    }

    @Test
    void writesCallsAnswersAndViolationsAsLinesOfJsonWithoutSecrets() throws IOException {
        // Given
        Path log = folder.resolve("log/calls.jsonl");
        try (StrictPlugin plugin = StrictPlugin.start(options().withLog(log));
                Caller caller = new Caller(plugin, folder)) {

            // When
            caller.controller()
                    .createVolume(new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER)
                            .createRequest()
                            .putSecrets("password", "open sesame")
                            .setVolumeCapabilities(0, withFlag("password=abracadabra"))
                            .build());
        }

        // Then
        List<JsonObject> lines = Files.readAllLines(log).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertThat(lines)
                .extracting(line -> line.get("type").getAsString())
                .containsExactly("plugin", "call", "violation", "answer");
        assertThat(lines.get(2).get("rule").getAsString()).isEqualTo("capabilities-before-use");
        assertThat(lines).allSatisfy(line -> assertThat(line.keySet()).contains("wall", "monotonicNanos"));
        assertThat(Files.readString(log))
                .doesNotContain("open sesame", "abracadabra")
                .contains("password", "mount_flags", "ext4");
    }

    private static VolumeCapability withFlag(String flag) {
        VolumeCapability.Builder capability = VolumeUser.capability(Mode.SINGLE_NODE_WRITER).toBuilder();
        capability.getMountBuilder().addMountFlags(flag);
        return capability.build();
    }

    @Test
    void anotherProcessChangesTheFaultsAndReadsTheVerdict() throws IOException {
        // Given
        Path control = folder.resolve("control.sock");
        try (StrictPlugin plugin = StrictPlugin.start(options());
                ControlServer server = ControlServer.listen(control, plugin);
                ControlClient client = ControlClient.connect(control);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create();

            // When
            client.tell("faults text DeleteVolume * 1 error INTERNAL; ListVolumes * * hang");
            var first = Caller.code(volume::delete);
            client.tell("faults calm");
            volume.attach("n1");
            String state = client.tell("state");
            Caller.code(volume::delete);
            JsonObject verdict = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();
            client.tell("reset");
            JsonObject fresh = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();

            // Then
            assertThat(server).isNotNull();
            assertThat(first).isPresent();
            assertThat(state).contains("\"attachedTo\":[\"strict-n1\"]");
            assertThat(rulesOf(verdict)).containsExactly("controller-unpublish-before-delete");
            assertThat(rulesOf(fresh)).isEmpty();
            assertThatThrownBy(() -> client.tell("faults nonsense")).hasMessageContaining("nonsense");
        }
    }

    @Test
    @DisplayName(
            "The verdict has the keys that the documentation names, and each rule is either exercised or listed as not")
    void itsVerdictIsAsDocumented() throws IOException {
        // Given
        Path control = folder.resolve("control.sock");
        try (StrictPlugin plugin = StrictPlugin.start(options());
                ControlServer server = ControlServer.listen(control, plugin);
                ControlClient client = ControlClient.connect(control);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1");
            Caller.code(new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .attach("n1")::delete);

            // When
            JsonObject verdict = JsonParser.parseString(client.tell("verdict")).getAsJsonObject();

            // Then
            assertThat(server).isNotNull();
            assertThat(verdict.keySet()).containsExactly("violations", "rules", "notExercised");
            JsonObject violation = verdict.getAsJsonArray("violations").get(0).getAsJsonObject();
            assertThat(violation.keySet())
                    .containsExactly("rule", "section", "detail", "calls", "wall", "monotonicNanos");
            assertThat(violation.get("detail").getAsString()).isEqualTo("still on node strict-n1");
            assertThat(callsOf(plugin, Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.DELETE_VOLUME))
                    .containsExactlyElementsOf(violation.getAsJsonArray("calls").asList().stream()
                            .map(JsonElement::getAsLong)
                            .toList());
            List<JsonObject> rules = verdict.getAsJsonArray("rules").asList().stream()
                    .map(JsonElement::getAsJsonObject)
                    .toList();
            assertThat(rules).allSatisfy(rule -> assertThat(rule.keySet())
                    .containsExactly("rule", "level", "section", "sentence", "exercised", "violations"));
            assertThat(rules)
                    .filteredOn(rule -> rule.get("violations").getAsLong() > 0)
                    .singleElement()
                    .satisfies(rule -> {
                        assertThat(rule.get("rule")).isEqualTo(violation.get("rule"));
                        assertThat(rule.get("exercised").getAsLong()).isOne();
                    });
            assertThat(verdict.getAsJsonArray("notExercised"))
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(rules.stream()
                            .filter(rule -> rule.get("exercised").getAsLong() == 0)
                            .map(rule -> rule.get("rule"))
                            .toList());
        }
    }

    private static List<Long> callsOf(StrictPlugin plugin, Rpc... rpcs) {
        return plugin.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(event -> ((Event.CallArrived) event).call())
                .filter(call -> List.of(rpcs).contains(call.rpc()))
                .map(Call::id)
                .toList();
    }

    private static List<String> rulesOf(JsonObject verdict) {
        return StreamSupport.stream(verdict.getAsJsonArray("violations").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .map(violation -> violation.get("rule").getAsString())
                .toList();
    }

    @Test
    void withoutItsJudgeItAnswersAndCountsCallsAndHasNoVerdict() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options().withoutJudge());
                Caller caller = new Caller(plugin, folder)) {
            VolumeUser volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER);

            // When: nobody has read the capabilities, which the judge would refuse
            volume.create().attach("n1").detach("n1").delete();

            // Then
            assertThat(plugin.volumes()).isEmpty();
            assertThat(plugin.calls()).containsEntry(Rpc.CREATE_VOLUME, 1L).containsEntry(Rpc.DELETE_VOLUME, 1L);
            assertThatThrownBy(plugin::verdict).hasMessageContaining("does not judge");
        }
    }

    @Test
    void keepsItsStateOverTheDeathOfItsProcess() {
        // Given
        StrictPluginOptions kept = options().withState(folder.resolve("state/volumes.jsonl"));
        VolumeUser volume;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
            new VolumeUser(caller, OFFERED, "b", Mode.SINGLE_NODE_WRITER)
                    .create()
                    .delete();
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            VolumeUser again = volume.through(caller);
            again.create().attach("n1").stage("n1").publish("n1", "t1");
            again.unpublish("n1", "t1").unstage("n1").detach("n1").delete();

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.volumes()).isEmpty();
        }
    }

    @Test
    void judgesCallsAboutWhatStoodBeforeItsProcessBegan() {
        // Given
        StrictPluginOptions kept = options().withState(folder.resolve("state/volumes.jsonl"));
        VolumeUser volume;
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume = new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
        }

        // When
        try (StrictPlugin plugin = StrictPlugin.start(kept);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED, "n1", "n2");
            volume.through(caller).detach("n1");

            // Then
            assertThat(plugin.verdict().broken()).containsExactly("unstage-before-controller-unpublish");
        }
    }

    @Test
    void answersUnimplementedToWhatItDoesNotOfferAnyMore() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options());
                Caller caller = new Caller(plugin, folder)) {
            caller.read(OFFERED);
            String before = caller.identity()
                    .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                    .getVendorVersion();

            // When
            plugin.offer(OFFERED);
            String sameCapabilities = caller.identity()
                    .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                    .getVendorVersion();
            plugin.offer(CapabilityProfiles.parse("minimal"));
            var code = Caller.code(() -> new VolumeUser(caller, OFFERED, "a", Mode.SINGLE_NODE_WRITER).create());

            // Then
            assertThat(code).contains(Status.Code.UNIMPLEMENTED);
            assertThat(caller.identity()
                            .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                            .getVendorVersion())
                    .isNotIn(before, sameCapabilities);
            assertThat(sameCapabilities).isNotEqualTo(before);
        }
    }
}
