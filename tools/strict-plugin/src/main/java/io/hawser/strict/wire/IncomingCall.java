package io.hawser.strict.wire;

import com.google.protobuf.Message;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** One call whose request has arrived in full. Not thread-safe: it is used on the server's executor only. */
public final class IncomingCall {

    private final Rpc rpc;
    private final Message request;
    private final Connections.Connection connection;
    private final Optional<Deadline> deadline;
    private final AtomicReference<Moment> closedAt;
    private final ServerCall<Message, byte[]> call;
    private Runnable whenGivenUp = () -> {};
    private boolean givenUp;
    private boolean closed;

    IncomingCall(
            Rpc rpc,
            Message request,
            Connections.Connection connection,
            Optional<Deadline> deadline,
            AtomicReference<Moment> closedAt,
            ServerCall<Message, byte[]> call) {
        this.rpc = rpc;
        this.request = request;
        this.connection = connection;
        this.deadline = deadline;
        this.closedAt = closedAt;
        this.call = call;
    }

    public Rpc rpc() {
        return rpc;
    }

    public Message request() {
        return request;
    }

    /** The number of the call's connection, unique in this process; 0 if it is unknown. */
    public long connection() {
        return connection.number();
    }

    /** The name that the client uses for the plugin: the request's {@code :authority}; empty if there is none. */
    public String authority() {
        return Optional.ofNullable(call.getAuthority()).orElse("");
    }

    /**
     * Whether the client cancelled the call, lost its connection, or let its deadline pass. Such a client gets no
     * answer.
     */
    public boolean givenUp() {
        return givenUp
                || call.isCancelled()
                || connection.isCut()
                || deadline.map(Deadline::isExpired).orElse(false);
    }

    /**
     * When the client gave up, which a busy plugin notices late: the earliest of that notice, the stream's close, and
     * the client's deadline.
     *
     * @param noticed when it was noticed here
     */
    public Moment givenUpAt(Moment noticed) {
        Stream<Moment> expired = deadline
                .map(sent -> sent.timeRemaining(TimeUnit.NANOSECONDS))
                .filter(left -> left < 0)
                .map(left -> noticed.before(Duration.ofNanos(-left)))
                .stream();
        return Stream.concat(expired, Stream.ofNullable(closedAt.get()))
                .filter(moment -> noticed.since(moment).isPositive())
                .max(Comparator.comparing(noticed::since))
                .orElse(noticed);
    }

    /** Runs the action if the client gives up before an answer was sent. */
    public void whenGivenUp(Runnable action) {
        whenGivenUp = action;
    }

    /** Sends a response, if the client still waits. */
    public void answer(byte[] response) {
        say(List.of(response), Status.OK);
    }

    /** Ends the call with this status, if the client still waits. */
    public void fail(Status status) {
        say(List.of(), status);
    }

    /**
     * Sends these messages, then the status, if the client still waits; they need not be a valid answer. A client whose
     * own clock is late gets no answer after its deadline: the judge has counted that there is none.
     */
    public void say(List<byte[]> messages, Status status) {
        if (closed || call.isCancelled()) {
            return;
        }
        closed = true;
        if (givenUp()) {
            call.close(Status.DEADLINE_EXCEEDED, new Metadata());
            return;
        }
        if (!messages.isEmpty()) {
            call.sendHeaders(new Metadata());
            messages.forEach(call::sendMessage);
        }
        call.close(status, new Metadata());
    }

    /** Closes the call's connection abruptly; other calls on it are lost too. */
    public void cutConnection() {
        connection.cut();
    }

    void cancelled() {
        if (!closed && !givenUp) {
            givenUp = true;
            whenGivenUp.run();
        }
    }
}
