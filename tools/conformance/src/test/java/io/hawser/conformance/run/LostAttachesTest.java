package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Subject;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LostAttachesTest {
    private static final String RULE = "controller-unpublish-before-delete";
    private static final List<Action> RESTORED = List.of(
            new Action.Disturbed(at(10), "postgres", Databases.BACKED_UP),
            new Action.Disturbed(at(30), "postgres", Databases.RESTORED));
    private static final List<Event> CALLS = Stream.of(attach(1, 20), delete(2, 40), delete(3, 50), delete(4, 60))
            .<Event>map(Event.CallArrived::new)
            .toList();
    private static final Verdict VERDICT =
            new Verdict(List.of(violation(RULE, 1, 2), violation(RULE, 1, 3), violation(RULE, 1, 4)), Map.of(RULE, 3L));

    @Test
    @DisplayName("A call that meets an attach that the restored database lost is excused twice, and not a third time")
    void twice() {
        // When
        Verdict verdict = new LostAttaches(RESTORED, List.of(), CALLS).without(VERDICT);

        // Then
        assertThat(verdict.violations()).containsExactly(violation(RULE, 1, 4));
        assertThat(verdict.exercised()).isEqualTo(VERDICT.exercised());
    }

    @Test
    @DisplayName(
            "An attach that a record names, that was made before the backup or after the restore, or that no restore"
                    + " lost, excuses nothing")
    void knownAttaches() {
        // Given
        TopicRecord record = record(25, "csi-n1");
        List<Event> early = calls(attach(1, 5));
        List<Event> late = calls(attach(1, 35));

        // When / Then
        assertThat(new LostAttaches(RESTORED, List.of(record), CALLS).without(VERDICT))
                .isEqualTo(VERDICT);
        assertThat(new LostAttaches(RESTORED, List.of(record(15, "csi-n1")), CALLS).without(VERDICT))
                .isEqualTo(VERDICT);
        assertThat(new LostAttaches(RESTORED, List.of(), early).without(VERDICT))
                .isEqualTo(VERDICT);
        assertThat(new LostAttaches(RESTORED, List.of(), late).without(VERDICT)).isEqualTo(VERDICT);
        assertThat(new LostAttaches(List.of(), List.of(), CALLS).without(VERDICT))
                .isEqualTo(VERDICT);
        assertThat(new LostAttaches(RESTORED, List.of(record(25, "csi-n2")), CALLS)
                        .without(VERDICT)
                        .violations())
                .hasSize(1);
    }

    @Test
    @DisplayName("Another rule is never excused")
    void anotherRule() {
        // Given
        Verdict verdict = new Verdict(List.of(violation("known-node-id", 1, 2)), Map.of());

        // When / Then
        assertThat(new LostAttaches(RESTORED, List.of(), CALLS).without(verdict))
                .isEqualTo(verdict);
    }

    private static List<Event> calls(Call attach) {
        return Stream.of(attach, delete(2, 40), delete(3, 50), delete(4, 60))
                .<Event>map(Event.CallArrived::new)
                .toList();
    }

    private static Instant at(long second) {
        return Instant.ofEpochSecond(second);
    }

    private static Violation violation(String rule, long first, long second) {
        return new Violation(rule, "section", "detail", List.of(first, second), new Moment(at(0), 0));
    }

    private static Call attach(long id, long second) {
        Message request = ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId("v-1")
                .setNodeId("csi-n1")
                .build();
        return call(id, Rpc.CONTROLLER_PUBLISH_VOLUME, request, second);
    }

    private static Call delete(long id, long second) {
        return call(
                id,
                Rpc.DELETE_VOLUME,
                DeleteVolumeRequest.newBuilder().setVolumeId("v-1").build(),
                second);
    }

    private static Call call(long id, Rpc rpc, Message request, long second) {
        Subject subject = new Subject(Subject.Kind.VOLUME, "hawser-uid");
        return new Call(id, rpc, request, "", 1, "localhost", subject, 1, PathFacts.NONE, new Moment(at(second), 0));
    }

    private static TopicRecord record(long second, String csiNodeId) {
        Volume volume = Volume.newBuilder()
                .setName("v")
                .setUid("uid")
                .addNodes(VolumeOnNode.newBuilder().setNode("n1").setCsiNodeId(csiNodeId))
                .build();
        Decoded known =
                new Decoded.Known(new Origin("hawser.volumes", "", 0, 1), "v", "id", "hawser.v1.Volume", volume);
        return new TopicRecord(HawserTopic.VOLUMES, at(second), at(second), "hawser/volume-service", known);
    }
}
