package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.conformance.history.Action;
import io.hawser.conformance.report.Played;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.RandomPlan;
import io.hawser.conformance.scenario.Scenarios;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Subject;
import io.hawser.strict.history.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DisturbedTest {
    private static final Instant AT = Instant.EPOCH;

    @Test
    @DisplayName("What was done is counted by what it was, and a fault by the RPC that it hit")
    void countsWhatWasDone() {
        // Given
        List<Action> actions = List.of(
                new Action.Disturbed(AT, "broker", "killed"),
                new Action.Disturbed(AT, "broker", "started"),
                new Action.NodeLost(AT, "node-1"),
                new Action.Noted(AT, "plugin upgraded"),
                new Action.Noted(AT, "plugin upgraded"),
                new Action.Commanded(AT, "c1", "hawser.v1.CreateVolume", "v"));
        List<Event> events = List.of(
                new Event.CallArrived(stage(1)),
                new Event.FaultApplied(1, "die acting with-state 200ms", Moment.now()),
                new Event.CallArrived(stage(2)),
                new Event.FaultApplied(2, "half INTERNAL", Moment.now()));

        // When
        Played played = Disturbed.of(RandomPlan.draw(7), actions, events);

        // Then
        assertThat(played.seed()).hasValue(7);
        assertThat(played.disturbances()).isEqualTo(Map.of("broker killed", 1, "node-1 lost", 1, "plugin upgraded", 2));
        assertThat(played.faults())
                .isEqualTo(Map.of("die acting with-state NodeStageVolume", 1, "half NodeStageVolume", 1));
    }

    @Test
    @DisplayName("A named script of which nothing came about has shown nothing; "
            + "a drawn one may miss, and a calm one has nothing to show")
    void aNamedScriptThatHitNothing() {
        // Given
        Plan hanging = named("fault-hanging");
        // When
        Played missed = Disturbed.of(hanging, List.of(), List.of());
        Played hit = Disturbed.of(
                hanging,
                List.of(),
                List.of(new Event.CallArrived(stage(1)), new Event.FaultApplied(1, "hang", Moment.now())));
        // Then
        assertThat(Disturbed.missed(hanging, missed)).isPresent();
        assertThat(Disturbed.missed(hanging, hit)).isEmpty();
        assertThat(Disturbed.missed(named("full"), missed)).isEmpty();
        assertThat(Disturbed.missed(RandomPlan.draw(7), missed)).isEmpty();
    }

    private static Plan named(String name) {
        return Scenarios.all().stream()
                .filter(plan -> plan.name().equals(name))
                .findFirst()
                .orElseThrow();
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
                1,
                PathFacts.NONE,
                Moment.now());
    }
}
