package io.hawser.node.mount;

import static io.hawser.node.mount.NextSteps.NOW;
import static io.hawser.node.mount.NextSteps.STAGES;
import static io.hawser.node.mount.NextSteps.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes first, and what keeps it. */
class TakingDownTest {
    @Test
    @Tag("nomad-40")
    @DisplayName(
            "One task mounted, a second staged and not published: the first one's end unpublishes and does not unstage")
    void theStagingPathStaysForATaskThatIsOnlyStaged() {
        // Given
        MountRecord have = Sample.mounted(1, "alloc0");
        DesiredState second = Sample.desired(2, "alloc1");
        // When
        Step first = next(have, second, STAGES, RetryState.FRESH);
        Step then = next(have.without("alloc0"), second, STAGES, RetryState.FRESH);
        // Then
        assertThat(first).isEqualTo(new Step.Unpublish("alloc0"));
        assertThat(then).isInstanceOf(Step.Publish.class);
    }

    @Test
    void theStagingPathGoesOnlyWhenNoTargetIsLeft() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        DesiredState nothing = Sample.nothing(2);
        // When
        Step first = next(have, nothing, STAGES, RetryState.FRESH);
        Step then = next(have.without("t1"), nothing, STAGES, RetryState.FRESH);
        Step last = next(have.without("t1").staging(Staging.NONE), nothing, STAGES, RetryState.FRESH);
        // Then
        assertThat(first).isEqualTo(new Step.Unpublish("t1"));
        assertThat(then).isEqualTo(new Step.Unstage());
        assertThat(last).isEqualTo(new Step.Forget());
    }

    @Test
    @DisplayName("On the way down, a target that cannot be unpublished keeps no other one")
    void aStuckTargetKeepsNoOtherOneOnTheWayDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1", "t2");
        RetryState retry = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // When
        Step step = next(have, Sample.nothing(2), STAGES, retry);

        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t2"));
    }

    @Test
    @DisplayName("Of several that shall go while others stay, too, the one that failed least is next")
    void aStuckTargetKeepsNoOtherUnwantedOne() {
        // Given
        MountRecord have = Sample.mounted(1, "t1", "t2", "t3");
        RetryState retry = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // When
        Step step = next(have, Sample.desired(2, "t3"), STAGES, retry);

        // Then
        assertThat(step).isEqualTo(new Step.Unpublish("t2"));
    }

    @ParameterizedTest
    @EnumSource(value = Sharing.class, names = "UNRECOGNIZED", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("A target that cannot be unpublished keeps new ones only where the two may not be there together")
    void aStuckTargetKeepsNewOnesOnlyOfAVolumeThatIsNotShared(Sharing sharing) {
        // Given
        MountRecord have = Sample.mounted(1, "t1").unpublishing("t1");
        DesiredState ofNodes = shared(Scope.SCOPE_MULTI_NODE, sharing);
        DesiredState ofOneNode = shared(Scope.SCOPE_SINGLE_NODE, sharing);
        RetryState busy = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);
        Step unpublish = new Step.Unpublish("t1");
        Step publish = new Step.Publish(ofNodes, ofNodes.target("t2").orElseThrow());
        boolean together = sharing == Sharing.SHARING_ALL || sharing == Sharing.SHARING_READ_ONLY;

        // Then
        assertThat(next(have, ofNodes, STAGES, RetryState.FRESH)).isEqualTo(unpublish);
        assertThat(next(have, ofNodes, STAGES, busy)).isEqualTo(together ? publish : unpublish);
        assertThat(next(have, ofOneNode, STAGES, busy)).isEqualTo(unpublish);
    }

    @Test
    @DisplayName("A target that cannot be unpublished is tried again between new ones that fail, and is unpublished"
            + " before it is published again")
    void aStuckTargetIsTriedAgain() {
        // Given
        DesiredState desired = shared(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL);
        RetryState busy = RetryState.FRESH.failed("t1", "busy", NOW, Duration.ZERO, Duration.ZERO);
        RetryState more = busy.failed("t2", "no", NOW, Duration.ZERO, Duration.ZERO)
                .failed("t2", "no", NOW, Duration.ZERO, Duration.ZERO);
        RetryState going = RetryState.FRESH.failed("t2", "busy", NOW, Duration.ZERO, Duration.ZERO);

        // Then
        assertThat(next(Sample.mounted(1, "t1").unpublishing("t1"), desired, STAGES, more))
                .isEqualTo(new Step.Unpublish("t1"));
        assertThat(next(Sample.mounted(1, "t2").unpublishing("t2"), desired, STAGES, going))
                .isEqualTo(new Step.Unpublish("t2"));
    }

    private static DesiredState shared(Scope scope, Sharing sharing) {
        return Sample.desired(Sample.assignment(2, "t2").setScope(scope).setSharing(sharing));
    }

    @Test
    void whatIsHeldBackIsMountedButNotTakenDown() {
        // Given
        Optional<String> heldBack = Optional.of("another topic");
        DesiredState more = Sample.desired(2, "t1", "t2");
        // When
        Step up = NextStep.of(
                Sample.mounted(1, "t1"), new Order.Have(more), STAGES, false, RetryState.FRESH, heldBack, NOW);
        Step down = NextStep.of(
                Sample.mounted(1, "t1"),
                new Order.LetGo(Optional.empty()),
                STAGES,
                false,
                RetryState.FRESH,
                heldBack,
                NOW);
        // Then
        assertThat(up).isInstanceOf(Step.Publish.class);
        assertThat(down).isEqualTo(new Step.Park("another topic"));
    }

    @Test
    @DisplayName("A person's word that it is unmounted counts where the plugin is away or fails, "
            + "unless the node is held back")
    void aPersonTookItDown() {
        // Given
        MountRecord have = Sample.mounted(1, "t1");
        DesiredState nothing = Sample.nothing(2);
        DesiredState forget = forget();
        PluginView away = new PluginView.Away("gone");
        RetryState failed = RetryState.FRESH.failed("t1", "no", NOW, Duration.ofSeconds(9), Duration.ofSeconds(9));
        Order order = Order.of(have, Optional.of(new DesiredState.Usable(forget)));
        // When
        Step held = NextStep.of(have, order, away, false, RetryState.FRESH, Optional.of("another topic"), NOW);
        // Then
        assertThat(next(have, forget, away, RetryState.FRESH)).isEqualTo(new Step.DropRecord());
        assertThat(next(have.unpublishing("t1"), forget, STAGES, failed)).isEqualTo(new Step.DropRecord());
        assertThat(next(have, forget, STAGES, RetryState.FRESH)).isEqualTo(new Step.Unpublish("t1"));
        assertThat(next(have, nothing, away, RetryState.FRESH)).isInstanceOf(Step.Park.class);
        assertThat(held).isInstanceOf(Step.Park.class);
        assertThat(have.dropped().isEmpty()).isTrue();
    }

    @Test
    @DisplayName("A person's word that it is unmounted does not count before the plugin was asked to take it down: "
            + "the pause is that of a call that may still run")
    void thePluginIsAskedBeforeAPersonIsBelieved() {
        // Given
        RetryState uncertain =
                RetryState.FRESH.failed(RetryState.VOLUME, "late", NOW, Duration.ofSeconds(9), Duration.ofSeconds(9));
        MountRecord staging = Sample.mounted(1).staging(Staging.STAGING);
        MountRecord publishing =
                Sample.mounted(1).publishing(Sample.publish(1, "t1").target(), false);

        // Then
        assertThat(next(staging, forget(), STAGES, uncertain)).isInstanceOf(Step.WaitUntil.class);
        assertThat(next(publishing, forget(), STAGES, uncertain)).isInstanceOf(Step.WaitUntil.class);
        assertThat(next(staging.staging(Staging.UNSTAGING), forget(), STAGES, uncertain))
                .isEqualTo(new Step.DropRecord());
        assertThat(next(publishing.unpublishing("t1"), forget(), STAGES, uncertain))
                .isEqualTo(new Step.DropRecord());
    }

    private static DesiredState forget() {
        return Sample.desired(Sample.assignment(2).setNothing(true).setForget(true));
    }
}
