package io.hawser.node.mount;

import static io.hawser.node.mount.NextSteps.DOES_NOT_STAGE;
import static io.hawser.node.mount.NextSteps.next;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plugin that came back without staging. */
class StagesNoMoreTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("A plugin that came back without staging has nothing staged: the volume goes on, up and down")
    void aPluginThatStagesNoMoreHasNothingStaged(Staging before) {
        // Given
        MountRecord have = Sample.none().under(Sample.desired(1, "t1")).staging(before);
        // When
        Step up = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, RetryState.FRESH);
        Step down = next(have, Sample.nothing(2), DOES_NOT_STAGE, RetryState.FRESH);
        // Then
        assertThat(up).isEqualTo(new Step.NotStaged());
        assertThat(down).isEqualTo(new Step.NotStaged());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("What is still mounted at the staging path of a plugin that stages no more is waited for, and said")
    void whatAPluginThatStagesNoMoreLeftMountedIsLeftToAPerson(Staging before) {
        // Given
        MountRecord have = Sample.none().under(Sample.desired(1, "t1")).staging(before);
        // When
        Step up = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, true, RetryState.FRESH);
        Step down = next(have, Sample.nothing(2), DOES_NOT_STAGE, true, RetryState.FRESH);
        // Then
        assertThat(up).isEqualTo(down).isInstanceOf(Step.Park.class);
        assertThat(((Step.Park) up).message()).contains("does not stage any more", "staging path");
    }

    @Test
    void targetsOfAPluginThatStagesNoMoreGoAndStayAsEver() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        // When
        Step stays = next(have, Sample.desired(2, "t1"), DOES_NOT_STAGE, true, RetryState.FRESH);
        Step goes = next(have, Sample.nothing(2), DOES_NOT_STAGE, true, RetryState.FRESH);
        // Then
        assertThat(stays).isEqualTo(new Step.Rest());
        assertThat(goes).isEqualTo(new Step.Unpublish("t1"));
    }
}
