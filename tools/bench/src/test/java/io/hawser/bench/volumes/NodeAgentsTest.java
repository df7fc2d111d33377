package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Assignment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeAgentsTest {
    private final List<Assignment> answered = new ArrayList<>();
    private final NodeAgents agents = new NodeAgents(answered::add);

    @Test
    void theyAnswerAtOnce() {
        // When
        agents.hear(assignment("v", 1));

        // Then
        assertThat(answered).containsExactly(assignment("v", 1));
    }

    @Test
    void whatIsHeldBackIsAnsweredOnceAndByItsNewestAssignment() {
        // Given
        agents.hold();
        agents.hear(assignment("v", 1));
        agents.hear(assignment("w", 1));
        agents.hear(assignment("v", 2));
        assertThat(answered).isEmpty();

        // When
        agents.release();
        agents.release();

        // Then
        assertThat(answered).containsExactly(assignment("v", 2), assignment("w", 1));
    }

    @Test
    void afterTheReleaseTheyAnswerAtOnceAgain() {
        // Given
        agents.hold();
        agents.release();

        // When
        agents.hear(assignment("v", 3));

        // Then
        assertThat(answered).containsExactly(assignment("v", 3));
    }

    private static Assignment assignment(String volume, long generation) {
        return Assignment.newBuilder()
                .setNode("node-1")
                .setVolume(volume)
                .setGeneration(generation)
                .build();
    }
}
