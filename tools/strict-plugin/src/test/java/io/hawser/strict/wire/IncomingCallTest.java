package io.hawser.strict.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IncomingCallTest {
    private static final Duration LATE = Duration.ofSeconds(5);

    @Test
    @DisplayName("A caller whose deadline passed gave up then, however late a busy plugin notices")
    void whoseDeadlinePassedGaveUpThen() {
        // Given
        IncomingCall call = call(Optional.of(Deadline.after(-LATE.toSeconds(), TimeUnit.SECONDS)));
        Moment noticed = Moment.now();

        // When
        Duration before = noticed.since(call.givenUpAt(noticed));

        // Then
        assertThat(before).isGreaterThanOrEqualTo(LATE);
    }

    @Test
    @DisplayName("A caller that cancels before its deadline, or that sent none, gave up when it was noticed")
    void whoCancelsGaveUpWhenItWasNoticed() {
        Moment noticed = Moment.now();
        assertThat(call(Optional.of(Deadline.after(1, TimeUnit.HOURS))).givenUpAt(noticed))
                .isEqualTo(noticed);
        assertThat(call(Optional.empty()).givenUpAt(noticed)).isEqualTo(noticed);
    }

    @Test
    @DisplayName("A caller that lost its connection gave up then")
    void whoLostItsConnectionGaveUpThen() {
        // Given
        Moment noticed = Moment.now();
        Moment lost = noticed.before(LATE);

        // When / Then
        assertThat(call(Optional.of(Deadline.after(1, TimeUnit.HOURS)), lost).givenUpAt(noticed))
                .isEqualTo(lost);
        assertThat(call(Optional.empty(), noticed).givenUpAt(lost)).isEqualTo(lost);
    }

    @Test
    @DisplayName("A caller whose deadline passed gets no answer, though its own clock is late: the judge counts none")
    void whoseDeadlinePassedGetsNoAnswer() {
        // Given
        Sent sent = new Sent();
        IncomingCall late = call(Optional.of(Deadline.after(-1, TimeUnit.SECONDS)), null, sent);
        Sent inTime = new Sent();

        // When
        late.answer(new byte[0]);
        call(Optional.of(Deadline.after(1, TimeUnit.HOURS)), null, inTime).answer(new byte[0]);

        // Then
        assertThat(sent.all).containsExactly(Status.Code.DEADLINE_EXCEEDED.name());
        assertThat(inTime.all).containsExactly("a message", Status.Code.OK.name());
    }

    @Test
    @DisplayName("A caller whose connection was cut for another call gets no answer, before gRPC notices")
    void whoseConnectionIsCutGetsNoAnswer() {
        // Given
        Line line = new Line();
        IncomingCall other = call(line);
        IncomingCall call = call(line);

        // When
        other.cutConnection();

        // Then
        assertThat(call.givenUp()).isTrue();
        assertThat(call(new Line()).givenUp()).isFalse();
    }

    private static final class Line implements Connections.Connection {
        private boolean cut;

        @Override
        public long number() {
            return 1;
        }

        @Override
        public void cut() {
            cut = true;
        }

        @Override
        public boolean isCut() {
            return cut;
        }
    }

    /** What the server's side of a call sends. */
    private static final class Sent extends ServerCall<Message, byte[]> {
        private final List<String> all = new ArrayList<>();

        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(byte[] message) {
            all.add("a message");
        }

        @Override
        public void close(Status status, Metadata trailers) {
            all.add(status.getCode().name());
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<Message, byte[]> getMethodDescriptor() {
            throw new AssertionError("an answer does not depend on the descriptor");
        }
    }

    private static IncomingCall call(Optional<Deadline> deadline) {
        return call(deadline, null);
    }

    private static IncomingCall call(Optional<Deadline> deadline, Moment closed) {
        return call(deadline, closed, new Sent());
    }

    private static IncomingCall call(Line line) {
        return call(line, Optional.empty(), null, new Sent());
    }

    private static IncomingCall call(Optional<Deadline> deadline, Moment closed, Sent sent) {
        return call(new Line(), deadline, closed, sent);
    }

    private static IncomingCall call(Line line, Optional<Deadline> deadline, Moment closed, Sent sent) {
        return new IncomingCall(
                Rpc.NODE_UNSTAGE_VOLUME,
                NodeUnstageVolumeRequest.getDefaultInstance(),
                line,
                deadline,
                new AtomicReference<>(closed),
                sent);
    }
}
