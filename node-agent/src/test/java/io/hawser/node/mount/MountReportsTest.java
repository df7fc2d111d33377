package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.layout.RootLayout;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MountReportsTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    @Test
    void tellsWhereItIsMountedAndWhyAnotherIsNot() {
        // Given
        Wish wish = Sample.wish(2, "t1", "t2");
        Pace pace =
                Pace.FRESH.failed("t2", "publish: refused: no", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        View view = new View(
                Sample.mounted(1, "t1").under(wish), new Order.Have(wish), new Step.WaitUntil(Instant.EPOCH), pace);
        // When
        MountReport report = report(view);
        // Then
        assertThat(report.getGeneration()).isEqualTo(2);
        assertThat(report.getTargetsList())
                .containsExactly(
                        target("t1", MountState.MOUNT_STATE_MOUNTED, "/node/volumes/data/u1/targets/t1", ""),
                        target("t2", MountState.MOUNT_STATE_PENDING, "", "publish: refused: no"));
    }

    @Test
    void aTargetThatIsDroppedIsListedUntilItIsGone() {
        // Given
        Wish wish = Sample.wish(2);
        View view = new View(
                Sample.mounted(1, "t1").under(wish), new Order.Have(wish), new Step.Unpublish("t1"), Pace.FRESH);
        // When
        MountReport report = report(view);
        // Then
        assertThat(report.getTargetsList()).containsExactly(target("t1", MountState.MOUNT_STATE_GOING, "", ""));
        assertThat(report.getNothingLeft()).isFalse();
    }

    @Test
    void nothingIsLeftOnlyUnderAnOrderAndWithoutDoubt() {
        // Given
        Wish nothing = Sample.nothing(4);
        Order letGo = new Order.LetGo(Optional.of(nothing));
        MountRecord doubt = Sample.none().staging(Staging.UNSTAGING).under(nothing);
        MountRecord none = Sample.none().under(nothing);
        // When
        MountReport inDoubt = report(new View(doubt, letGo, new Step.Unstage(), Pace.FRESH));
        MountReport certain = report(new View(none, letGo, new Step.Forget(), Pace.FRESH));
        // Then
        assertThat(inDoubt.getNothingLeft()).isFalse();
        assertThat(inDoubt.getStaged()).isTrue();
        assertThat(certain.getNothingLeft()).isTrue();
        assertThat(certain.getGeneration()).isEqualTo(4);
    }

    @Test
    void whatNobodyClaimsIsSaidToBeUnclaimedAndWhatIsNotHereIsNotSpokenOf() {
        // Given
        Order silent = new Order.Silent("no assignment", true);
        // When
        MountReport unclaimed = report(new View(Sample.mounted(1, "t1"), silent, new Step.Rest(), Pace.FRESH));
        Optional<MountReport> none =
                MountReports.of("n1", LAYOUT, List.of(new View(Sample.none(), silent, new Step.Rest(), Pace.FRESH)));
        // Then
        assertThat(unclaimed.getUnclaimed()).isTrue();
        assertThat(unclaimed.getGeneration()).isZero();
        assertThat(unclaimed.getTargetsList()).hasSize(1);
        assertThat(none).isEmpty();
    }

    private static MountReport report(View view) {
        return MountReports.of("n1", LAYOUT, List.of(view)).orElseThrow();
    }

    private static MountedTarget target(String id, MountState state, String path, String why) {
        return MountedTarget.newBuilder()
                .setId(id)
                .setState(state)
                .setPath(path)
                .setWhy(why)
                .build();
    }
}
