package io.hawser.hostpath.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeDataTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("Data without a record are discarded; those that a record names are kept, however its writing ended")
    void discarded() throws IOException {
        // Given
        StateFolder state = StateFolder.open(folder);
        VolumeData data = new VolumeData(state);
        Volume recorded = volume("recorded");
        Volume unrecorded = volume("unrecorded");
        data.create(recorded);
        data.create(unrecorded);
        state.write(recorded);

        // When
        data.discard(recorded.id());
        data.discard(unrecorded.id());

        // Then
        assertThat(state.data(recorded.id())).isDirectory();
        assertThat(state.data(unrecorded.id())).doesNotExist();
    }

    private static Volume volume(String text) {
        VolumeName name = new VolumeName(text);
        return new Volume(
                VolumeId.of(name, 7),
                name,
                Volume.Phase.READY,
                5,
                List.of(Capability.mount(AccessMode.SINGLE_NODE_WRITER, Set.of())),
                Map.of(),
                new TreeSet<>(),
                new TreeMap<>());
    }
}
