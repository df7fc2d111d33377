package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.hostpath.Endpoint;
import io.hawser.hostpath.PluginServer;
import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract, kept by a real plugin with real mounts and loop devices. */
class HostPathNodePluginContractIT extends NodePluginContract {
    private static final NodeId NODE = new NodeId("n1");

    private PluginServer plugin;
    private Path folder;

    @BeforeAll
    static void requireLoopDevices() {
        Assumptions.assumeTrue(
                Files.isWritable(Path.of("/dev/loop-control")),
                "this process may not use /dev/loop-control, so it has no block devices to try out");
    }

    @Override
    Plugin start(Path scratch) throws IOException {
        folder = scratch;
        String socket = "unix:" + scratch.resolve("csi.sock");
        plugin = PluginServer.start(
                new PluginSettings(
                        PluginSettings.DEFAULT_NAME, NODE, scratch.resolve("state"), PluginSettings.DEFAULT_MAX_BYTES),
                Endpoint.parse(socket));
        return new Plugin(PluginSettings.DEFAULT_NAME, NODE.text(), socket, socket);
    }

    @Override
    void stop() throws Exception {
        for (MountEntry left : MountTable.read().below(folder).reversed()) {
            new ProcessBuilder("umount", left.mountPoint().toString()).start().waitFor();
        }
        try (var data = Files.list(folder.resolve("state/data"))) {
            for (Path volume : data.toList()) {
                new LoopDevices(NODE)
                        .detach(VolumeId.parse(volume.getFileName().toString()).orElseThrow());
            }
        }
        plugin.close();
    }

    @Test
    @DisplayName("Flags that the plugin refuses are refused in words that name their place, and do not show them")
    void flagsThatThePluginRefuses() {
        // Given
        var attached = attached(false, target("a", false)).assignment().toBuilder();
        attached.getMountBuilder().addMountFlags("ro").addMountFlags("password=hush");

        // When
        CallOutcome outcome = node.stage(Sample.desired(attached), staging);

        // Then
        assertThat(outcome)
                .isInstanceOfSatisfying(CallOutcome.Rejected.class, rejected -> assertThat(rejected.message())
                        .contains("mount_flags[1]")
                        .doesNotContain("hush"));
        assertThat(mounted(staging)).isFalse();
    }

    @Override
    boolean mounted(Path path) {
        return MountTable.read().at(path).isPresent();
    }
}
