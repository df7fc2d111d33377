package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.bus.envelope.RecordLimits;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MountReportsTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    @Test
    void tellsWhereItIsMountedAndWhyAnotherIsNot() {
        // Given
        DesiredState desired = Sample.desired(2, "t1", "t2");
        RetryState retry = RetryState.FRESH.failed(
                "t2", "publish: refused: no", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        View view = new View(
                Sample.mounted(1, "t1").under(desired),
                new Order.Have(desired),
                new Step.WaitUntil(Instant.EPOCH),
                retry);
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
        DesiredState desired = Sample.desired(2);
        View view = new View(
                Sample.mounted(1, "t1").under(desired),
                new Order.Have(desired),
                new Step.Unpublish("t1"),
                RetryState.FRESH);
        // When
        MountReport report = report(view);
        // Then
        assertThat(report.getTargetsList()).containsExactly(target("t1", MountState.MOUNT_STATE_UNMOUNTING, "", ""));
        assertThat(report.getNothingLeft()).isFalse();
    }

    @Test
    void nothingIsLeftOnlyUnderAnOrderAndWithCertainty() {
        // Given
        DesiredState nothing = Sample.nothing(4);
        Order letGo = new Order.LetGo(Optional.of(nothing));
        MountRecord uncertain = Sample.none().staging(Staging.UNSTAGING).under(nothing);
        MountRecord none = Sample.none().under(nothing);
        // When
        MountReport uncertainReport = report(new View(uncertain, letGo, new Step.Unstage(), RetryState.FRESH));
        MountReport certain = report(new View(none, letGo, new Step.Forget(), RetryState.FRESH));
        // Then
        assertThat(uncertainReport.getNothingLeft()).isFalse();
        assertThat(uncertainReport.getStaged()).isTrue();
        assertThat(certain.getNothingLeft()).isTrue();
        assertThat(certain.getGeneration()).isEqualTo(4);
    }

    @Test
    void whatNobodyClaimsIsSaidToBeOrphanedAndWhatIsNotHereIsNotSpokenOf() {
        // Given
        Order silent = new Order.Keep("no assignment", true);
        // When
        MountReport orphaned = report(new View(Sample.mounted(1, "t1"), silent, new Step.Rest(), RetryState.FRESH));
        Optional<MountReport> none = MountReports.of(
                "n1", LAYOUT, List.of(new View(Sample.none(), silent, new Step.Rest(), RetryState.FRESH)));
        // Then
        assertThat(orphaned.getOrphaned()).isTrue();
        assertThat(orphaned.getGeneration()).isZero();
        assertThat(orphaned.getTargetsList()).hasSize(1);
        assertThat(none).isEmpty();
    }

    private static MountReport report(View view) {
        return MountReports.of("n1", LAYOUT, List.of(view)).orElseThrow();
    }

    private static MountedTarget target(String id, MountState state, String path, String message) {
        return MountedTarget.newBuilder()
                .setId(id)
                .setState(state)
                .setPath(path)
                .setMessage(message)
                .build();
    }

    @Test
    @DisplayName("What it waits for longer than usual, and what the agent itself cannot do, is in the report")
    void whatTheAgentWaitsForIsTold() {
        // Given
        DesiredState desired = Sample.desired(2, "t1");
        RetryState retry = RetryState.FRESH
                .failed(RetryState.AGENT, "no space", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO)
                .failed(RetryState.VOLUME, "stage: refused", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        View view = new View(Sample.mounted(1), new Order.Have(desired), new Step.Park("away"), retry);

        // Then
        assertThat(report(view.late("late")).getMessage()).isEqualTo("away; late; no space; stage: refused");
        assertThat(report(view).getMessage()).isEqualTo("away; no space; stage: refused");
    }

    @Test
    @DisplayName("A target that waits because another one failed says so, one that is mounted does not")
    void aTargetThatWaitsForAnotherSaysSo() {
        // Given
        DesiredState desired = Sample.desired(2, "t1", "t2", "t3");
        RetryState retry = RetryState.FRESH
                .failed("t2", "publish: refused", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO)
                .failed("long-gone", "publish: refused", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        MountRecord have = Sample.mounted(1, "t1").under(desired);
        View waits = new View(have, new Order.Have(desired), new Step.WaitUntil(Instant.EPOCH), retry);
        View goesOn = new View(
                have,
                new Order.Have(desired),
                new Step.Publish(desired, desired.target("t3").orElseThrow()),
                retry);

        // Then
        assertThat(report(waits).getTargetsList())
                .extracting(MountedTarget::getId, MountedTarget::getMessage)
                .containsExactly(
                        tuple("t1", ""),
                        tuple("t2", "publish: refused"),
                        tuple("t3", "waits until it is tried again to do what failed: t2"));
        assertThat(report(goesOn).getTargetsList())
                .extracting(MountedTarget::getMessage)
                .containsExactly("", "publish: refused", "");
    }

    @Test
    @DisplayName("Of several creations of a name the assigned one is reported, then what goes, then what nobody claims")
    void theAssignedCreationIsToldAndTheOthersAreNamed() {
        // Given
        Order silent = new Order.Keep("no assignment", true);
        DesiredState desired = Sample.desired(9, "t1");
        View assigned =
                new View(Sample.none().under(desired), new Order.Have(desired), new Step.Rest(), RetryState.FRESH);
        View going = earlier("u3", 7, new Order.LetGo(Optional.empty()));
        View goingBefore = earlier("u2", 5, new Order.LetGo(Optional.empty()));
        View orphaned = earlier("u4", 8, silent);
        View gone = new View(
                MountRecord.none(new VolumeKey("data", "u5"), Sample.BOOT),
                silent,
                new Step.Forget(),
                RetryState.FRESH);

        // Then
        assertThat(reported(orphaned, going, gone, assigned, goingBefore)).isEqualTo("u1");
        assertThat(reported(orphaned, goingBefore, going)).isEqualTo("u3");
        assertThat(reported(gone, orphaned)).isEqualTo("u4");
        assertThat(MountReports.of("n1", LAYOUT, List.of(orphaned, going, gone, assigned, goingBefore))
                        .orElseThrow()
                        .getMessage())
                .isEqualTo("mounts of earlier volumes of this name are still here: u2, u3, u4");
        assertThat(MountReports.of("n1", LAYOUT, List.of(assigned, gone))
                        .orElseThrow()
                        .getMessage())
                .isEmpty();
    }

    private static String reported(View... views) {
        return MountReports.of("n1", LAYOUT, List.of(views)).orElseThrow().getUid();
    }

    private static View earlier(String uid, long generation, Order order) {
        DesiredState desired = Sample.desired(Sample.assignment(generation).setUid(uid));
        return new View(
                MountRecord.none(new VolumeKey("data", uid), Sample.BOOT)
                        .under(desired)
                        .staging(Staging.STAGED),
                order,
                new Step.Rest(),
                RetryState.FRESH);
    }

    @Test
    @DisplayName("A volume that no assignment speaks of is reported with that as its reason")
    void silenceIsAReason() {
        // Given
        Order silent = new Order.Keep("no assignment", true);
        View view = new View(Sample.mounted(1, "t1"), silent, new Step.Rest(), RetryState.FRESH);

        // Then
        assertThat(report(view).getMessage()).isEqualTo("no assignment");
        assertThat(report(view).getNode()).isEqualTo("n1");
        assertThat(report(view).getVolume()).isEqualTo("data");
    }

    @Test
    @DisplayName("A report of 2,000 targets that failed with the longest messages fits into a record; "
            + "each says how it begins")
    void thousandsOfLongMessages() {
        // Given: a message is quoted up to 500 characters, of which each may take three bytes.
        String[] targets =
                IntStream.rangeClosed(1, 2_000).mapToObj("%076d"::formatted).toArray(String[]::new);
        DesiredState desired = Sample.desired(2, targets);
        Map<String, RetryState.Failure> failures = new HashMap<>();
        for (String target : targets) {
            failures.put(target, new RetryState.Failure(1, "publish: refused: " + "€".repeat(500)));
        }
        failures.put(targets[1_999], new RetryState.Failure(1, "publish: refused: " + "🚢".repeat(250)));
        RetryState retry = new RetryState(1, Instant.EPOCH, Instant.EPOCH, failures, Map.of(), Optional.empty());
        View view = new View(
                Sample.mounted(1).under(desired), new Order.Have(desired), new Step.WaitUntil(Instant.EPOCH), retry);

        // When
        MountReport report = report(view);

        // Then
        assertThat(report.getSerializedSize()).isLessThan(RecordLimits.WRITTEN_BYTES - 100_000);
        assertThat(report.getTargets(0).getMessage()).startsWith("publish: refused: €€");
        assertThat(report.getTargets(1_999).getMessage())
                .isEqualTo("publish: refused: " + "🚢".repeat(40) + "… (518 characters)");
    }

    @Test
    @DisplayName("A report that is too large for its topic is the same without what failed for single targets, and says"
            + " where that is; without such messages nothing is shorter")
    void aShorterReport() {
        // Given
        MountReport report = MountReport.newBuilder()
                .setVolume("data")
                .setGeneration(7)
                .setMessage("abnormal")
                .addTargets(target("t1", MountState.MOUNT_STATE_MOUNTED, "/node/t1", ""))
                .addTargets(target("t2", MountState.MOUNT_STATE_PENDING, "", "publish: refused: no"))
                .build();
        String message = "abnormal; the report of what failed for single targets is too large for its topic; the"
                + " agent's /v1/mounts has it";
        MountReport shorter = report.toBuilder()
                .setMessage(message)
                .setTargets(1, target("t2", MountState.MOUNT_STATE_PENDING, "", ""))
                .build();

        // Then
        assertThat(MountReports.shorter(report)).contains(shorter);
        assertThat(MountReports.shorter(shorter)).isEmpty();
    }

    @Test
    @DisplayName("A report of 150 targets that failed, and of 150 that wait for them, is far from too large: "
            + "of the failed ones a few are named")
    void manyTargetsWaitForMany() {
        // Given
        String[] targets =
                IntStream.rangeClosed(1, 300).mapToObj("%076d"::formatted).toArray(String[]::new);
        DesiredState desired = Sample.desired(2, targets);
        RetryState retry = RetryState.FRESH;
        for (int i = 0; i < 150; i++) {
            retry = retry.failed(targets[i], "publish: refused", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        }
        View view = new View(
                Sample.mounted(1).under(desired), new Order.Have(desired), new Step.WaitUntil(Instant.EPOCH), retry);

        // When
        MountReport report = report(view);

        // Then
        assertThat(report.getSerializedSize()).isLessThan(256 * 1024);
        assertThat(report.getTargets(299).getMessage())
                .startsWith("waits until it is tried again to do what failed: " + targets[0] + ", ")
                .endsWith(", " + targets[4] + ", and 145 more");
    }
}
