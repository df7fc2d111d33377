package io.hawser.strict.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Subject;
import io.hawser.strict.knowledge.Limits;
import io.hawser.strict.knowledge.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often an attach may be tried that the plugin refuses for what happens elsewhere; the shortest pause is 20 ms. */
class AttachPacingTest {
    private static final Rule WAITS = RuleCatalogue.of(Rpc.CONTROLLER_PUBLISH_VOLUME).stream()
            .filter(rule -> rule.id().equals("rejected-call-waits"))
            .findFirst()
            .orElseThrow();

    private Moment now = new Moment(Instant.EPOCH, 0);
    private final World world = new World(CapabilityProfiles.full(), Limits.standard(), now);
    private long calls;

    @BeforeEach
    void timePasses() {
        pause(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESOURCE_EXHAUSTED", "FAILED_PRECONDITION"})
    @DisplayName("An attach that is refused for what happens elsewhere may be tried again before long")
    void mayBeTriedAgain(Code message) {
        // Given
        refused("a", message);

        // When
        pause(20);

        // Then
        assertThat(attachOf("a")).isEqualTo(Finding.KEPT);
    }

    @Test
    @DisplayName("Not at once, though")
    void notAtOnce() {
        // Given
        refused("a", Code.RESOURCE_EXHAUSTED);

        // When
        pause(19);

        // Then
        assertThat(attachOf("a")).isInstanceOf(Finding.Broken.class);
    }

    @Test
    @DisplayName("An attach that is refused because there is no such volume waits for a long interval")
    void onlyThose() {
        // Given
        refused("a", Code.NOT_FOUND);

        // When
        pause(29_999);

        // Then
        assertThat(attachOf("a")).isInstanceOf(Finding.Broken.class);
        pause(1);
        assertThat(attachOf("a")).isEqualTo(Finding.KEPT);
    }

    @Test
    @DisplayName("Pauses that double, and stop at a ceiling, break no rule")
    void growingPauses() {
        assertThat(series(20, 40, 80, 160, 320, 500, 500, 500)).containsOnly(Finding.KEPT);
    }

    @Test
    @DisplayName("Pauses that double from a floor and lose up to half to jitter break no rule")
    void jitter() {
        assertThat(series(40, 40, 80, 160, 200, 390, 200, 210)).containsOnly(Finding.KEPT);
    }

    @Test
    @DisplayName("Pauses that stay short break the rule from the third on")
    void constantPauses() {
        // When
        List<Finding> findings = series(30, 30, 30, 30);

        // Then
        assertThat(findings.subList(0, 2)).containsOnly(Finding.KEPT);
        assertThat(findings.subList(2, 4)).hasOnlyElementsOfType(Finding.Broken.class);
        assertThat(((Finding.Broken) findings.get(2)).detail())
                .isEqualTo("unchanged, 30 ms after RESOURCE_EXHAUSTED, refused 3 times in a row");
    }

    @Test
    @DisplayName("Pauses that grow once and then stay short break the rule")
    void hardlyGrowingPauses() {
        assertThat(series(50, 50, 50, 50, 50).getLast()).isInstanceOf(Finding.Broken.class);
        assertThat(series(100, 100, 100, 100, 100, 100, 100).getLast()).isInstanceOf(Finding.Broken.class);
    }

    @Test
    @DisplayName("A detach begins the series anew, whichever volume leaves")
    void aDetachChangesThings() {
        // Given
        series(20, 40, 80, 160);

        // When
        detached("b");

        // Then
        assertThat(attachOf("a")).isEqualTo(Finding.KEPT);
        refused("a", Code.FAILED_PRECONDITION);
        pause(20);
        assertThat(attachOf("a")).isEqualTo(Finding.KEPT);
    }

    @Test
    @DisplayName("A plugin that was started again, and a long interval, begin the series anew")
    void aRestartChangesThings() {
        // Given
        series(20, 40, 80, 160);

        // When
        pause(1);
        world.pluginStarted(CapabilityProfiles.full(), now);
        List<Finding> restarted = series(20, 40, 80, 160);
        pause(30_000);
        List<Finding> later = series(20, 40, 80);

        // Then
        assertThat(restarted).containsOnly(Finding.KEPT);
        assertThat(later).containsOnly(Finding.KEPT);
    }

    @Test
    @DisplayName("What ended otherwise in between begins the series anew")
    void anotherEnding() {
        // Given
        series(20, 40, 80, 160);
        pause(160);

        // When
        refused("a", Code.UNAVAILABLE);
        pause(160);
        refused("a", Code.RESOURCE_EXHAUSTED);
        pause(20);

        // Then
        assertThat(attachOf("a")).isEqualTo(Finding.KEPT);
    }

    /** Refused once, and again after each of these pauses. */
    private List<Finding> series(int... pauses) {
        List<Finding> findings = new ArrayList<>();
        refused("a", Code.RESOURCE_EXHAUSTED);
        for (int pause : pauses) {
            pause(pause);
            findings.add(attachOf("a"));
            refused("a", Code.RESOURCE_EXHAUSTED);
        }
        return findings;
    }

    private Finding attachOf(String volume) {
        return WAITS.check().of(attach(volume), world);
    }

    private void refused(String volume, Code message) {
        Call call = attach(volume);
        world.sent(call);
        world.answered(call, message, Optional.empty(), now);
    }

    private void detached(String volume) {
        pause(1);
        Call call = call(
                Rpc.CONTROLLER_UNPUBLISH_VOLUME,
                volume,
                ControllerUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(volume)
                        .setNodeId("n1")
                        .build());
        world.sent(call);
        world.answered(call, Code.OK, Optional.empty(), now);
    }

    private Call attach(String volume) {
        return call(
                Rpc.CONTROLLER_PUBLISH_VOLUME,
                volume,
                ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId(volume)
                        .setNodeId("n1")
                        .build());
    }

    private Call call(Rpc rpc, String volume, Message request) {
        Subject subject = new Subject(Subject.Kind.VOLUME, volume);
        return new Call(++calls, rpc, request, "", 1, "plugin", subject, 1, PathFacts.NONE, now);
    }

    private void pause(int millis) {
        Duration pause = Duration.ofMillis(millis);
        now = new Moment(now.wall().plus(pause), now.nanos() + pause.toNanos());
    }
}
