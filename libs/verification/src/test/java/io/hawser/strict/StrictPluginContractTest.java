package io.hawser.strict;

import static io.hawser.strict.TwoNodes.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.grpc.Status;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Rpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be chosen of a strict plugin: its latency, its log, its judge, and what it offers. */
class StrictPluginContractTest {
    private static final Capabilities OFFERED = CapabilityProfiles.full();

    @TempDir
    Path folder;

    @Test
    void aThousandCallsWaitForTheirLatencyTogether() {
        // Given
        StrictPluginOptions slow =
                options(folder).withLatency(Duration.ofMillis(500)).withoutHistory();
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
        try (StrictPlugin plugin = StrictPlugin.start(options(folder).withLog(log));
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
    void withoutItsJudgeItAnswersAndCountsCallsAndHasNoVerdict() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options(folder).withoutJudge());
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
    void answersUnimplementedToWhatItDoesNotOfferAnyMore() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options(folder));
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
