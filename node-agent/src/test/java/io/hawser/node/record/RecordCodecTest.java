package io.hawser.node.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Pause;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.mount.TargetState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    @Test
    @DisplayName("What stood at the staging path, and that a target is a device and for a reader, is read back")
    void everyFactIsReadBack() throws Exception {
        // Given
        MountRecord record = Sample.mounted(7, "t1")
                .with(Staging.STAGED, Optional.of("8:1 /"))
                .with(new TargetRecord("t2", "task", true, true, TargetState.PUBLISHING, Optional.empty()))
                .expanded(1L << 40);

        // Then
        assertThat(RecordCodec.decode(RecordCodec.encode(record))).isEqualTo(record);
        assertThat(new String(RecordCodec.encode(Sample.none()), StandardCharsets.UTF_8))
                .doesNotContain("stagingSeen", "\"seen\"", "expanded", "block")
                .endsWith("}\n");
    }

    @Test
    @DisplayName("A pause is kept, and a record of before there was one has none")
    void aPauseIsKept() throws Exception {
        // Given
        MountRecord record = Sample.mounted(7, "t1");
        Pause pause = new Pause("t1", "busy", 3, Instant.EPOCH, Instant.EPOCH.plusMillis(9_250), true);

        // Then
        assertThat(RecordCodec.decode(RecordCodec.encode(record.paused(Optional.of(pause))))
                        .pause())
                .contains(pause);
        assertThat(new String(RecordCodec.encode(record), StandardCharsets.UTF_8))
                .doesNotContain("pause");
        byte[] ofOlderVersion = new String(
                        RecordCodec.encode(record.paused(Optional.of(pause))), StandardCharsets.UTF_8)
                .replaceFirst(",\\s*\"refused\" : true", "")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(RecordCodec.decode(ofOlderVersion).pause())
                .contains(new Pause("t1", "busy", 3, pause.at(), pause.until(), false));
        assertThat(RecordCodec.decode(RecordCodec.encode(record)).pause()).isEmpty();
    }

    @Test
    @DisplayName("A record that is cut anywhere is no record, and says so in a sentence")
    void aRecordThatIsCutIsNone() {
        // Given
        byte[] whole = RecordCodec.encode(Sample.mounted(7, "t1")
                .paused(Optional.of(new Pause("t1", "busy", 3, Instant.EPOCH, Instant.EPOCH.plusSeconds(9), false))));

        // Then
        for (int length = 0; length < whole.length - 2; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RecordCodec.decode(cut))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    @DisplayName("What an older version wrote is read: version 1 without a pause, and without what was seen")
    void aRecordOfAnOlderVersionIsRead() throws Exception {
        // Given
        byte[] first = """
                {
                  "version" : 1,
                  "volume" : "data",
                  "uid" : "u1",
                  "plugin" : "plugin.example",
                  "volumeId" : "csi-1",
                  "generation" : 7,
                  "leaving" : false,
                  "boot" : "boot-1",
                  "staging" : "STAGED",
                  "targets" : [ {
                    "id" : "t1",
                    "task" : "t1",
                    "readOnly" : false,
                    "state" : "PUBLISHED"
                  } ]
                }
                """.getBytes(StandardCharsets.UTF_8);
        // Then
        assertThat(RecordCodec.decode(first))
                .isEqualTo(Sample.mounted(7, "t1")
                        .with(new TargetRecord("t1", "t1", false, false, TargetState.PUBLISHED, Optional.empty())));
    }

    @Test
    void aRecordOfALaterVersionIsRefused() {
        // Given
        byte[] later = "{\"version\": 2}".getBytes(StandardCharsets.UTF_8);
        // When
        assertThatThrownBy(() -> RecordCodec.decode(later))
                // Then
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 1");
    }
}
