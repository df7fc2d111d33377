package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.report.Failure;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.RandomPlan;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Subject;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ViolationsTest {
    private static final Plan PLAN = RandomPlan.draw(7);
    private static final Moment AT = new Moment(Instant.EPOCH, 0);
    private static final Verdict KEPT = new Verdict(List.of(), Map.of());

    @Test
    @DisplayName("Each rule that the plugin saw broken and each breach of an invariant is a complaint of the run")
    void everyViolationAndEveryBreachIsAComplaint() {
        // Given
        Verdict verdict = new Verdict(
                List.of(new Violation("one-call-per-volume", "Concurrency", "concurrent", List.of(1L, 2L), AT)),
                Map.of());
        Breach breach = new Breach("NoLeak", "a row is left", List.of("row v", "row w"));

        // When
        List<Failure> failures = Violations.of(
                PLAN,
                verdict,
                List.of(new Event.CallArrived(stage(1))),
                new CallerEvents(List.of(), List.of()),
                List.of(breach));

        // Then
        String call = "#1 NodeStageVolume of v on strict-node-1 (attempt 3, 1970-01-01T00:00:00Z)";
        assertThat(failures)
                .containsExactly(
                        new Failure(
                                "one-call-per-volume",
                                "seed-7",
                                OptionalLong.of(7),
                                "concurrent; calls " + call + ", #2; events []",
                                List.of(call, "#2")),
                        new Failure(
                                "NoLeak",
                                "seed-7",
                                OptionalLong.of(7),
                                "a row is left; row v, row w",
                                List.of("row v", "row w")));
    }

    @Test
    @DisplayName("A run in which everything was kept has no complaint")
    void nothingBrokenIsNoComplaint() {
        assertThat(Violations.of(
                        PLAN,
                        KEPT,
                        List.of(new Event.CallArrived(stage(1))),
                        new CallerEvents(List.of(), List.of()),
                        List.of()))
                .isEmpty();
    }

    private static Call stage(long id) {
        return new Call(
                id,
                Rpc.NODE_STAGE_VOLUME,
                NodeStageVolumeRequest.getDefaultInstance(),
                "strict-node-1",
                1,
                "localhost",
                new Subject(Subject.Kind.VOLUME, "v"),
                3,
                PathFacts.NONE,
                AT);
    }
}
