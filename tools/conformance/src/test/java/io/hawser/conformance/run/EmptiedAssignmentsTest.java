package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.SeenMount;
import io.hawser.conformance.invariant.Breach;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EmptiedAssignmentsTest {

    @Test
    @DisplayName(
            "The node that was drawn is chosen if something is mounted there, else the next one where something is")
    void aNodeWithMountsIsChosen() {
        Set<String> some = Set.of("volumes/v/u/staging");
        assertThat(EmptiedAssignments.chosen("node-2", Map.of("node-1", some, "node-2", some)))
                .isEqualTo("node-2");
        assertThat(EmptiedAssignments.chosen("node-2", Map.of("node-1", some))).isEqualTo("node-1");
        assertThat(EmptiedAssignments.chosen("node-3", Map.of())).isEqualTo("node-3");
    }

    @Test
    @DisplayName("What was mounted and is missed at one look only was taken down; "
            + "what comes, and another node's look, is nothing")
    void oneLookWithoutAMountIsEnough() {
        // Given
        Map<String, Set<String>> standing = EmptiedAssignments.standing(
                List.of(seen("node-1"), seen("node-2"), seen("node-1", "a", "b"), seen("node-2")));

        // When
        List<Breach> breaches = EmptiedAssignments.takenDown(
                standing, List.of(seen("node-1", "b"), seen("node-2", "c"), seen("node-1", "a", "b", "d")));

        // Then
        assertThat(standing).containsOnlyKeys("node-1");
        assertThat(breaches)
                .extracting(Breach::sentence)
                .containsExactly("a of node-1 was taken down when the topic of assignments was emptied");
    }

    private static MountSighting seen(String node, String... paths) {
        return new MountSighting(
                Instant.EPOCH,
                node,
                Stream.of(paths).map(path -> new SeenMount(path, false)).toList());
    }
}
