package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.strict.Verdict;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Subject;
import io.hawser.strict.history.Event;
import io.hawser.strict.rule.Violation;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerEventsTest {
    private static final String LATE = "publish: uncertain: NodePublishVolume: DEADLINE_EXCEEDED: no answer within the"
            + " deadline; asked again until the answer is certain";
    private static final List<Event> CALLS =
            List.of(new Event.CallArrived(call(1, 10)), new Event.CallArrived(call(2, 20)));
    private static final List<Event> THREE = List.of(
            new Event.CallArrived(call(1, 9)), new Event.CallArrived(call(2, 10)), new Event.CallArrived(call(3, 20)));
    private static final Verdict VERDICT = verdict("rejected-call-waits");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rejected-call-waits",
                "rejected-call-changed",
                "unimplemented-rereads-capabilities",
                "retry-not-at-once"
            })
    @DisplayName("A call that is repeated too soon after an answer is excused if the caller says that it got no answer"
            + " within the deadline")
    void anAnswerThatCameTooLate(String rule) {
        // When
        Verdict verdict = without(verdict(rule), event("v", "n1", 15, LATE));

        // Then
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.exercised()).isEqualTo(verdict(rule).exercised());
    }

    @ParameterizedTest
    @CsvSource({
        "v, n1, 15, NodePublishVolume: NOT_FOUND: scripted",
        "v, n1, 15, NodeStageVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "v, n1,  7, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "v, n1, 21, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "v, n2, 15, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "w, n1, 15, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
    })
    @DisplayName("What the caller says of another answer, call, time, node or volume excuses nothing")
    void anotherEvent(String volume, String node, long second, String message) {
        assertThat(without(VERDICT, event(volume, node, second, message))).isEqualTo(VERDICT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rejected-call-waits", "retry-not-at-once"})
    @DisplayName("A plugin that stalls may see the call only after the caller said that its deadline passed")
    void seenAfterItsDeadline(String rule) {
        // When
        Verdict verdict = without(verdict(rule), event("v", "n1", 9, LATE));

        // Then
        assertThat(verdict.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "n1, 9, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "n2, 11, refused",
        "n1, 21, refused",
    })
    @DisplayName("Of several answers in a row that came too late, the node tells of the first only")
    void severalInARow(String node, long second, String message) {
        // Given
        Verdict verdict = verdict("rejected-call-waits", 2L, 3L);
        List<TopicRecord> records = List.of(volume(), event("v", "n1", 9, LATE), event("v", node, second, message));

        // When / Then
        assertThat(new CallerEvents(records, THREE).without(verdict).violations())
                .isEmpty();
    }

    @Test
    @DisplayName("What a node says of an earlier call excuses nothing once it says something else")
    void ofAnEarlierCall() {
        // Given
        Verdict verdict = verdict("rejected-call-waits", 2L, 3L);
        List<TopicRecord> records = List.of(volume(), event("v", "n1", 9, LATE), event("v", "n1", 11, "refused"));

        // When / Then
        assertThat(new CallerEvents(records, THREE).without(verdict)).isEqualTo(verdict);
    }

    @Test
    @DisplayName("What volume-service says of an earlier call excuses nothing: it tells of each call")
    void ofAnEarlierControllerCall() {
        // Given
        Verdict verdict = verdict("rejected-call-waits", 2L, 3L);
        List<TopicRecord> records = List.of(volume(), event("v", "", "CallFailed", 9, LATE));

        // When / Then
        assertThat(new CallerEvents(records, THREE).without(verdict)).isEqualTo(verdict);
    }

    @Test
    @DisplayName("Another rule is never excused")
    void anotherRule() {
        // Given
        Verdict verdict = verdict("known-node-id");

        // When / Then
        assertThat(without(verdict, event("v", "n1", 15, LATE))).isEqualTo(verdict);
    }

    @Test
    @DisplayName("A complaint says what the caller said of the volume since it sent the first call")
    void texts() {
        // Given
        List<TopicRecord> records = List.of(
                volume(), event("v", "n1", 15, "refused"), event("w", "n1", 15, LATE), event("v", "n1", 7, LATE));

        // When / Then
        assertThat(new CallerEvents(records, CALLS).texts(VERDICT.violations().getFirst()))
                .containsExactly("MountFailed: refused");
    }

    private static Verdict without(Verdict verdict, TopicRecord event) {
        return new CallerEvents(List.of(volume(), event), CALLS).without(verdict);
    }

    private static Verdict verdict(String rule) {
        return verdict(rule, 1L, 2L);
    }

    private static Verdict verdict(String rule, Long... calls) {
        return new Verdict(
                List.of(new Violation(rule, "section", "detail", List.of(calls), new Moment(at(20), 0))),
                Map.of(rule, 1L));
    }

    private static TopicRecord volume() {
        return record(
                HawserTopic.VOLUMES,
                "v",
                Volume.newBuilder().setName("v").setUid("uid").build());
    }

    private static TopicRecord event(String volume, String node, long second, String message) {
        return event(volume, node, "MountFailed", second, message);
    }

    private static TopicRecord event(String volume, String node, String reason, long second, String message) {
        return record(
                HawserTopic.EVENTS,
                "volume/" + volume,
                io.hawser.v1.Event.newBuilder()
                        .setEntity("volume/" + volume)
                        .setReason(reason)
                        .setMessage(message)
                        .setNode(node)
                        .setAt(Timestamp.newBuilder().setSeconds(second))
                        .build());
    }

    private static Call call(long id, long second) {
        return new Call(
                id,
                Rpc.NODE_PUBLISH_VOLUME,
                NodePublishVolumeRequest.getDefaultInstance(),
                "strict-n1",
                1,
                "localhost",
                new Subject(Subject.Kind.VOLUME, "hawser-uid"),
                1,
                PathFacts.NONE,
                new Moment(at(second), 0));
    }

    private static Instant at(long second) {
        return Instant.ofEpochSecond(second);
    }

    private static TopicRecord record(HawserTopic topic, String key, Message message) {
        String type = message.getDescriptorForType().getFullName();
        Decoded known = new Decoded.Known(new Origin(topic.suffix(), "", 0, 1), key, "id", type, message);
        return new TopicRecord(topic, at(1), at(1), "hawser/node-agent", known);
    }
}
