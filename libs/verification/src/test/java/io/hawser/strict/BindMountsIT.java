package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.backend.BindMounts;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BindMountsIT {

    @TempDir
    Path folder;

    @Test
    void aFileWrittenThroughOneTargetIsReadThroughTheNext() throws IOException {
        // Given
        Capabilities offered = CapabilityProfiles.full();
        StrictPluginOptions options = StrictPluginOptions.at(folder.resolve("csi.sock"))
                .withNodes("n1", "n2")
                .withFiles(new BindMounts(folder.resolve("data")));
        try (StrictPlugin plugin = StrictPlugin.start(options);
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1", "n2");
            VolumeUser volume = new VolumeUser(caller, offered, "a", Mode.SINGLE_NODE_WRITER);

            // When
            volume.mount("n1", "t1");
            Files.writeString(volume.target("n1", "t1").resolve("greeting"), "hello");
            volume.unpublish("n1", "t1").unstage("n1").detach("n1");
            volume.attach("n2").stage("n2").publish("n2", "t2");
            String greeting = Files.readString(volume.target("n2", "t2").resolve("greeting"));
            volume.unpublish("n2", "t2").unstage("n2").detach("n2").delete();

            // Then
            assertThat(greeting).isEqualTo("hello");
            assertThat(volume.target("n1", "t1")).doesNotExist();
            assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(folder.toString());
            assertThat(plugin.verdict().violations()).isEmpty();
        }
    }
}
