package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.lifecycle.ConditionScenes.types;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.CapacityRange;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A volume that its plugin created otherwise than its spec requires. */
class UnmetRequirementsTest {
    private static final String STAYS = "; it stays so: create another volume, with a plugin that can do this";

    @ParameterizedTest
    @CsvSource({
        "0, 10, 20, ''",
        "10, 10, 20, ''",
        "20, 10, 20, ''",
        "30, 10, 0, ''",
        "9, 10, 20, 'it has 9 bytes, and at least 10 are required'",
        "21, 10, 20, 'it has 21 bytes, and at most 20 are allowed'"
    })
    @DisplayName("Its size is between what is required and the limit; a size of 0 is not known")
    void size(long bytes, long required, long limit, String message) {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit))
                .build();
        // Then
        assertThat(UnmetRequirements.of(spec, new Provision.Info("id", bytes, Map.of(), List.of()))
                        .orElse(""))
                .isEqualTo(message.isEmpty() ? "" : message + STAYS);
    }

    @ParameterizedTest
    @CsvSource({
        "zone=a, zone=a, true",
        "zone=a|zone=b, zone=b, true",
        "region=r, region=r zone=a, true",
        "region=r zone=a, region=r, true",
        "zone=a, zone=b|zone=a, true",
        "zone=a, zone=b, false",
        "zone=a, Zone=b, false",
        "region=r zone=a, region=r zone=b, false",
        "zone=a, '', true"
    })
    @DisplayName("It is reachable from one of the required topologies, or from everywhere;"
            + " either side may leave segments open")
    void topology(String requisite, String reachable, boolean met) {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setTopology(TopologyRequirement.newBuilder().addAllRequisite(topologies(requisite)))
                .build();
        // Then
        assertThat(UnmetRequirements.of(spec, new Provision.Info("id", 0, Map.of(), topologies(reachable)))
                        .isEmpty())
                .isEqualTo(met);
    }

    @Test
    @DisplayName("What is only preferred is no requirement")
    void preferred() {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setTopology(TopologyRequirement.newBuilder().addAllPreferred(topologies("zone=a")))
                .build();
        // Then
        assertThat(UnmetRequirements.of(spec, new Provision.Info("id", 0, Map.of(), topologies("zone=b"))))
                .isEmpty();
    }

    @Test
    @DisplayName("It has a condition as soon as it is created, and not before")
    void condition() {
        // Given
        Volume accepted = Volume.accepted(
                V,
                "uid",
                spec(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL).toBuilder()
                        .setTopology(TopologyRequirement.newBuilder().addAllRequisite(topologies("zone=a")))
                        .build());
        Provision created = Provision.NEW.createdAs(new Provision.Info("id", 0, Map.of(), topologies("zone=b")));
        // Then
        assertThat(types(accepted, List.of(), FACTS)).doesNotContain("NotAsRequired");
        assertThat(types(accepted.with(created), List.of(), FACTS)).containsExactly("NotAsRequired");
    }

    private static List<Topology> topologies(String text) {
        return Arrays.stream(text.split("\\|"))
                .filter(topology -> !topology.isEmpty())
                .map(topology -> Topology.newBuilder()
                        .putAllSegments(Arrays.stream(topology.split(" "))
                                .map(segment -> segment.split("="))
                                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])))
                        .build())
                .toList();
    }
}
