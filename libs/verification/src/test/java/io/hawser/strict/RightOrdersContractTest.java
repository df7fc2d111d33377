package io.hawser.strict;

import static io.hawser.strict.RightPace.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Orders of calls that a whole life does not have. Each test has a plugin and a folder of its own. */
@Tag("concurrent")
@Execution(ExecutionMode.CONCURRENT)
class RightOrdersContractTest {
    @TempDir
    Path folder;

    @Test
    void repeatsOfUndoingBreakNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            for (int i = 0; i < 2; i++) {
                volume.unpublish("n1", "t1");
            }
            for (int i = 0; i < 2; i++) {
                volume.unstage("n1");
            }
            for (int i = 0; i < 2; i++) {
                volume.detach("n1");
            }
            for (int i = 0; i < 2; i++) {
                volume.delete();
            }

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.volumes()).isEmpty();
        }
    }

    @Test
    void detachingAFencedNodeBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            plugin.fence("n1", true);
            volume.detach("n1").attach("n2").stage("n2").publish("n2", "t2");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    void usingElsewhereWhatAFencedNodeHasNoMoreBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1", "n2");
            VolumeUser unmounted = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
            VolumeUser wiped = new VolumeUser(caller, offered, "b", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
            plugin.fence("n1", true);
            unmounted.detach("n1");
            wiped.detach("n1");

            // When
            unmounted.unpublish("n1", "t1").unstage("n1");
            plugin.wipe("n1");
            plugin.fence("n1", false);
            unmounted.attach("n2").detach("n2").delete();
            wiped.attach("n2").detach("n2").delete();

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("node-undone-before-delete", 2L);
        }
    }

    @Test
    void repeatingACallInDoubtAfterTheEndOfAFenceBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        FaultScript failing = FaultScript.parse("ControllerPublishVolume * 1 act-then UNKNOWN");
        StrictPluginOptions anyPace =
                options(folder, offered, FaultScript.calm()).withLimits(WrongCaller.ANY_PACE);
        try (StrictPlugin plugin = StrictPlugin.start(anyPace);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
            plugin.fence("n1", true);
            volume.detach("n1");
            plugin.misbehave(failing);
            assertThat(Caller.code(() -> volume.attach("n2"))).contains(Status.Code.UNKNOWN);

            // When
            plugin.fence("n1", false);
            volume.attach("n2");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    void repeatingAnAttachInDoubtAsItWasAfterAnUpgradeBreaksNoRule() {
        // Given
        Capabilities before = CapabilityProfiles.parse("no-readonly-publish");
        FaultScript failing = FaultScript.parse("ControllerPublishVolume * 1 act-then UNKNOWN");
        StrictPluginOptions anyPace = options(folder, before, failing).withLimits(WrongCaller.ANY_PACE);
        try (StrictPlugin plugin = StrictPlugin.start(anyPace);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(before, "n1");
            VolumeUser volume = new VolumeUser(caller, before, "a", Mode.MULTI_NODE_READER_ONLY).create();
            assertThat(Caller.code(() -> volume.attach("n1"))).contains(Status.Code.UNKNOWN);
            Capabilities offered = CapabilityProfiles.full();

            // When
            plugin.offer(offered);
            caller.read(offered, "n1");
            volume.attach("n1");

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }

    @Test
    void growingAVolumeAtTheControllerAndThenOnItsNodeBreaksNoRule() {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        try (StrictPlugin plugin = StrictPlugin.start(options(folder, offered, FaultScript.calm()));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");

            // When
            volume.grow();
            caller.node("n1").nodeExpandVolume(volume.expandRequest("n1", "t1").build());
            caller.node("n1").nodeGetVolumeStats(volume.statsRequest("n1", "t1").build());

            // Then
            assertThat(plugin.verdict().violations()).isEmpty();
            assertThat(plugin.verdict().exercised()).containsEntry("node-expand-follows", 1L);
        }
    }
}
