package io.hawser.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.ClaimCounts;
import io.hawser.v1.PublicationState;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeInfo;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolumeTextTest {
    private static final Instant NOW = Instant.parse("2026-11-23T09:00:00Z");
    private static final Volume BARE = Volume.newBuilder()
            .setName("bare")
            .setPhase(VolumePhase.VOLUME_PHASE_CREATING)
            .setSpec(VolumeSpec.newBuilder().setPlugin("p"))
            .build();

    private static final Volume FULL = Volume.newBuilder()
            .setName("full")
            .setUid("u1")
            .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
            .setRemovalRequested(true)
            .setSpec(VolumeSpec.newBuilder()
                    .setPlugin("p")
                    .setGroup("fast")
                    .setScope(Scope.SCOPE_MULTI_NODE)
                    .setSharing(Sharing.SHARING_ONE_WRITER)
                    .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                    .setCapacity(CapacityRange.newBuilder().setRequiredBytes(1))
                    .setBlock(BlockAccess.getDefaultInstance()))
            .setInfo(VolumeInfo.newBuilder().setVolumeId("backing").setCapacityBytes(1 << 20))
            .setClaims(ClaimCounts.newBuilder().setGranted(2).setWaiting(1).setReleasing(3))
            .addNodes(VolumeOnNode.newBuilder()
                    .setNode("n1")
                    .setState(PublicationState.PUBLICATION_STATE_PUBLISHED)
                    .setMessage("asked again"))
            .addConditions(VolumeCondition.newBuilder()
                    .setType("Held")
                    .setNode("n1")
                    .setMessage("by t1")
                    .setSince(Timestamp.newBuilder().setSeconds(1_795_421_339).setNanos(811_000_000)))
            .addConditions(VolumeCondition.newBuilder().setType("Held"))
            .build();

    @Test
    void aLineHasACellForEverythingAndAHyphenForNothing() {
        // Given
        Table table = VolumeText.table();

        // When
        VolumeText.row(table, BARE, NOW);
        VolumeText.row(table, requested(FULL), NOW);

        // Then
        assertThat(cells(table.text()))
                .containsExactly(
                        "NAME|PHASE|PLUGIN|SIZE|ACCESS|CLAIMS|NODES|AGE|CONDITIONS",
                        "bare|creating|p|-|single-node/none|0 granted, 0 waiting|-|-|-",
                        "full|created (removal asked)|p|1 MiB|multi-node/one-writer/block"
                                + "|2 granted, 1 waiting, 3 releasing|n1:published|3m|availability=drain,Held");
    }

    /** Three minutes before. */
    private static Volume requested(Volume volume) {
        return volume.toBuilder()
                .setRequested(Timestamp.newBuilder().setSeconds(NOW.getEpochSecond() - 180))
                .build();
    }

    @Test
    void theStatusSaysAllOfIt() {
        assertThat(cells(VolumeText.status(FULL)))
                .containsExactly(
                        "VOLUME|full",
                        "phase|created (removal asked)",
                        "uid|u1",
                        "plugin|p",
                        "plugin's id|backing",
                        "group|fast",
                        "labels|-",
                        "parameters|-",
                        "size|1 MiB",
                        "access|multi-node/one-writer/block",
                        "availability|drain",
                        "claims|2 granted, 1 waiting, 3 releasing",
                        "on n1|published: asked again",
                        "condition|Held on n1, since 2026-11-23T08:08:59Z: by t1",
                        "condition|Held");
    }

    @Test
    void whatARecordDoesNotNameIsCounted() {
        // Given
        Volume wide = FULL.toBuilder().setMoreNodes(9984).setMoreConditions(7).build();
        Table table = VolumeText.table();

        // When
        VolumeText.row(table, wide, NOW);

        // Then
        assertThat(table.text()).contains("n1:published,… 9984 more");
        assertThat(cells(VolumeText.status(wide)))
                .containsSubsequence(
                        "on n1|published: asked again",
                        "…|and 9984 more nodes",
                        "condition|Held",
                        "…|and 7 more conditions");
    }

    @Test
    void whatStandsInTheWayIsOneSentence() {
        assertThat(VolumeText.conditions(FULL)).isEqualTo("Held on n1, since 2026-11-23T08:08:59Z: by t1; Held");
        assertThat(VolumeText.conditions(BARE)).isEmpty();
    }

    private static List<String> cells(String table) {
        return table.lines().map(line -> line.replaceAll(" {2,}", "|")).toList();
    }
}
