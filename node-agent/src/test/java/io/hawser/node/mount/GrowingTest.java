package io.hawser.node.mount;

import static io.hawser.node.mount.NextSteps.STAGES;
import static io.hawser.node.mount.NextSteps.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a volume is grown on its node. */
class GrowingTest {
    @Test
    @DisplayName("A volume is grown once a target is published, once for each size, and never without a target")
    void growsOnceThatIsPublished() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setRequiredBytes(10));
        MountRecord have = Sample.mounted(1, "t1");

        // Then
        assertThat(next(Sample.mounted(1), desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Publish.class);
        assertThat(next(have, desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Expand(desired, "t1", 10));
        assertThat(next(have.expanded(9), desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Expand.class);
        assertThat(next(have.expanded(10), desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Rest());
        assertThat(next(have.expanded(11), desired, STAGES, RetryState.FRESH)).isEqualTo(new Step.Rest());
        assertThat(next(
                        Sample.mounted(1),
                        Sample.desired(Sample.assignment(2).setRequiredBytes(10)),
                        STAGES,
                        RetryState.FRESH))
                .isEqualTo(new Step.Rest());
    }

    @Test
    @DisplayName("A target that cannot be published does not keep the volume from being grown, nor the other way round")
    void growingAndPublishingDoNotHoldEachOther() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1", "t2").setRequiredBytes(10));
        MountRecord have = Sample.mounted(1, "t1");
        RetryState publishFailed = RetryState.FRESH.failed("t2", "no", Instant.EPOCH, Duration.ZERO, Duration.ZERO);
        RetryState bothFailed =
                publishFailed.failed(RetryState.EXPANSION, "no", Instant.EPOCH, Duration.ZERO, Duration.ZERO);

        // Then
        assertThat(next(have, desired, STAGES, RetryState.FRESH)).isInstanceOf(Step.Publish.class);
        assertThat(next(have, desired, STAGES, publishFailed)).isInstanceOf(Step.Expand.class);
        assertThat(next(have, desired, STAGES, bothFailed)).isInstanceOf(Step.Publish.class);
    }

    @Test
    @DisplayName("What goes is unpublished before the volume is grown")
    void takingDownComesBeforeGrowing() {
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setRequiredBytes(10));

        assertThat(next(Sample.mounted(1, "t1", "t2"), desired, STAGES, RetryState.FRESH))
                .isEqualTo(new Step.Unpublish("t2"));
    }
}
