package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DesiredStateTest {
    static Stream<Arguments> faults() {
        return Stream.of(
                arguments("volume", Sample.assignment(1).setVolume("../x"), false),
                arguments("uid", Sample.assignment(1).setUid(""), false),
                arguments("generation", Sample.assignment(0), true),
                arguments("plugin", Sample.assignment(1).setPlugin(""), true),
                arguments("volume_id", Sample.assignment(1).setVolumeId(""), true),
                arguments("required_bytes", Sample.assignment(1).setRequiredBytes(-1), true),
                arguments("targets", Sample.assignment(1, "t1").setNothing(true), true),
                arguments("targets[1].id", Sample.assignment(1, "t1", "t1"), true),
                arguments(
                        "targets[0].id",
                        Sample.assignment(1)
                                .addTargets(AssignmentTarget.newBuilder().setId("A")),
                        true));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("What cannot be acted on is refused, naming the field, and the volume where that much is usable")
    void aFaultIsNamed(String field, Assignment.Builder assignment, boolean volumeKnown) {
        // When
        DesiredState.Read read = DesiredState.of(assignment.build());

        // Then
        assertThat(read).isInstanceOfSatisfying(DesiredState.Refused.class, refused -> {
            assertThat(refused.field()).isEqualTo(field);
            assertThat(refused.sentence()).startsWith("assignment refused: " + field + " ");
            assertThat(refused.key()).isEqualTo(volumeKnown ? Optional.of(Sample.KEY) : Optional.empty());
        });
    }

    @Test
    @DisplayName("The least that is usable is usable")
    void theLeastIsUsable() {
        assertThat(DesiredState.of(Sample.assignment(1).build())).isInstanceOf(DesiredState.Usable.class);
        assertThat(DesiredState.of(Sample.assignment(1).setNothing(true).build()))
                .isInstanceOf(DesiredState.Usable.class);
        assertThat(Sample.desired(1, "t1").wants("t1")).isTrue();
        assertThat(Sample.desired(1, "t1").wants("t2")).isFalse();
    }

    @Test
    @DisplayName("A call asks for the same under another generation, and for something else of another volume")
    void whatACallAsksFor() {
        Step.Call asked = new Step.Stage(Sample.desired(1, "t1")).asked();

        assertThat(new Step.Stage(Sample.desired(2, "t1", "t2")).asked()).isEqualTo(asked);
        assertThat(new Step.Stage(Sample.desired(Sample.assignment(1, "t1").setRequiredBytes(10))).asked())
                .as("a volume that grows is staged as before")
                .isEqualTo(asked);
        assertThat(new Step.Stage(Sample.desired(Sample.assignment(1, "t1").setVolumeId("csi-2"))).asked())
                .isNotEqualTo(asked);
    }

    @Test
    @DisplayName("The agent gives the group to the files for a writer on a single node, and for nobody else")
    void theGroupOfTheFiles() {
        Assignment.Builder plain = Sample.assignment(1, "w", "r")
                .setMount(MountAccess.getDefaultInstance())
                .setFsGroup("1000");
        plain.getTargetsBuilder(1).setReadOnly(true);

        assertThat(group(plain, "w")).contains("1000");
        assertThat(group(plain, "r")).isEmpty();
        assertThat(group(plain.clone().clearFsGroup(), "w")).isEmpty();
        assertThat(group(plain.clone().setScope(Scope.SCOPE_MULTI_NODE), "w")).isEmpty();
        assertThat(group(plain.clone().setSharing(Sharing.SHARING_READ_ONLY), "w"))
                .isEmpty();
        assertThat(group(plain.clone().setBlock(BlockAccess.getDefaultInstance()), "w"))
                .isEmpty();
    }

    private static Optional<String> group(Assignment.Builder assignment, String target) {
        DesiredState desired = Sample.desired(assignment);
        return desired.groupFor(desired.target(target).orElseThrow());
    }
}
