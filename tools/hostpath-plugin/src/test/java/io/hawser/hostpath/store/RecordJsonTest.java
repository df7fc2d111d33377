package io.hawser.hostpath.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordJsonTest {
    private static final Capability CAPABILITY =
            Capability.mount(AccessMode.SINGLE_NODE_MULTI_WRITER, Set.of(MountFlag.NOEXEC, MountFlag.RO));
    private static final VolumeName NAME = new VolumeName("<ä\n🚢>");
    private static final Volume VOLUME = new Volume(
                    VolumeId.of(NAME, 7),
                    NAME,
                    Volume.Phase.DELETING,
                    5,
                    List.of(CAPABILITY),
                    Map.of("k", "v\"\\"),
                    new TreeSet<>(Set.of(new NodeId("a"))),
                    new TreeMap<>())
            .with(new Publication(new NodeId("a"), CAPABILITY, true, "token"));

    @Test
    void recordsAreReadBackAsTheyWere() {
        // Given
        NodeVolume node = NodeVolume.none(VOLUME.id())
                .with(new Staging(Path.of("/s p/ü"), CAPABILITY))
                .with(new Target(Path.of("/t"), CAPABILITY, true));
        // When
        Volume volumeBack = RecordJson.volume(RecordJson.write(VOLUME));
        NodeVolume nodeBack = RecordJson.nodeVolume(RecordJson.write(node));
        NodeVolume emptyBack = RecordJson.nodeVolume(RecordJson.write(NodeVolume.none(VOLUME.id())));
        // Then
        assertThat(volumeBack).isEqualTo(VOLUME);
        assertThat(nodeBack).isEqualTo(node);
        assertThat(emptyBack.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("A record from before there were block volumes is a directory's")
    void aRecordWithoutAccessTypeIsADirectorys() {
        // Given
        String former = RecordJson.write(VOLUME).replaceAll(" *\"access\": \"MOUNT\",\n", "");
        assertThat(former).doesNotContain("access\"");

        // Then
        assertThat(RecordJson.volume(former)).isEqualTo(VOLUME);
    }

    @Test
    void whateverIsNotARecordIsRefused() {
        String good = RecordJson.write(VOLUME);
        for (int end = 0; end < good.length() - 2; end++) {
            String cut = good.substring(0, end);
            assertThatThrownBy(() -> RecordJson.volume(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String bad : List.of(
                "[]",
                "null",
                "{}",
                good.replace("\"format\": 1", "\"format\": 2"),
                good.replace("DELETING", "GONE"),
                good.replace("\"capacityBytes\": 5", "\"capacityBytes\": 0"),
                good.replace("hp-", "hp/")))
            assertThatThrownBy(() -> RecordJson.volume(bad)).isInstanceOf(IllegalArgumentException.class);
    }
}
