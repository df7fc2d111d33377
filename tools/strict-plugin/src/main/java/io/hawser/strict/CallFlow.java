package io.hawser.strict;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.backend.Answer;
import io.hawser.strict.backend.Backend;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.strict.history.Journal;
import io.hawser.strict.knowledge.Subjects;
import io.hawser.strict.wire.IncomingCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Processes a call from its arrival to its answer: judges it, selects a fault, does the work after the latency, and
 * answers. Runs on the plugin's one thread and never blocks.
 */
final class CallFlow {

    private final ScheduledExecutorService engine;
    private final Backend backend;
    private final Subjects subjects;
    private final Judge judge;
    private final Journal journal;
    private final Outages outages;
    private final Supplier<Duration> latency;
    private final Supplier<FaultScript> script;
    private final boolean lookAtPaths;
    private final Map<Long, Running> running = new LinkedHashMap<>();
    private final Map<String, Running> busy = new HashMap<>();
    private long arrivals;

    /** Faults that concern the plugin as a whole. */
    interface Outages {
        void die(Fault.Die.Memory memory, Duration away);

        void socketGone(String socket, Duration away);
    }

    /** A call that the plugin has not finished. */
    private static final class Running {
        final Call call;
        final IncomingCall wire;
        final String socket;
        boolean givenUp;

        Running(Call call, IncomingCall wire, String socket) {
            this.call = call;
            this.wire = wire;
            this.socket = socket;
        }
    }

    CallFlow(
            ScheduledExecutorService engine,
            Backend backend,
            Subjects subjects,
            Judge judge,
            Journal journal,
            Outages outages,
            Supplier<Duration> latency,
            Supplier<FaultScript> script,
            boolean lookAtPaths) {
        this.engine = engine;
        this.backend = backend;
        this.subjects = subjects;
        this.judge = judge;
        this.journal = journal;
        this.outages = outages;
        this.latency = latency;
        this.script = script;
        this.lookAtPaths = lookAtPaths;
    }

    void arrived(IncomingCall wire, String socket, String node) {
        Running run = new Running(call(wire, node), wire, socket);
        // The client of the earlier call may have just given up, and the notification may not have arrived yet.
        Optional.ofNullable(busy.get(Subjects.slot(run.call)))
                .filter(earlier -> earlier.wire.givenUp())
                .ifPresent(this::givenUp);
        journal.note(new Event.CallArrived(run.call));
        running.put(run.call.id(), run);
        wire.whenGivenUp(() -> givenUp(run));
        Optional<Status.Code> refusal = judge.arrived(run.call);
        String slot = Subjects.slot(run.call);
        if (!run.call.subject().isNone() && busy.putIfAbsent(slot, run) != null) {
            end(run, Answer.failed(Status.Code.ABORTED, "an earlier call for it is still running"), Effect.NONE);
            return;
        }
        if (refusal.isPresent()) {
            end(run, Answer.failed(refusal.get(), "the request breaks a rule of the specification"), Effect.NONE);
            return;
        }
        RequestFields fields = run.call.fields();
        Optional<Fault> fault = script.get()
                .faultFor(
                        run.call.rpc(),
                        node,
                        run.call.attempt(),
                        subjects.namesOf(run.call.subject(), fields.volumeId()));
        fault.ifPresent(f -> journal.note(new Event.FaultApplied(run.call.id(), FaultScript.text(f), Moment.now())));
        proceed(run, fault);
    }

    private Call call(IncomingCall wire, String node) {
        RequestFields fields = new RequestFields(wire.request());
        Subject subject = subjects.of(wire.rpc(), wire.request());
        PathFacts paths = lookAtPaths && wire.rpc().side() == Side.NODE
                ? PathFacts.look(fields.stagingPath(), fields.targetPath())
                : PathFacts.NONE;
        int attempt =
                subjects.nextAttempt(new Call.Identity(wire.rpc(), subject, Call.place(wire.rpc(), fields, node)));
        return new Call(
                ++arrivals,
                wire.rpc(),
                wire.request(),
                node,
                wire.connection(),
                wire.authority(),
                subject,
                attempt,
                paths,
                Moment.now());
    }

    private void proceed(Running run, Optional<Fault> fault) {
        if (fault.isEmpty()) {
            later(run, latency.get(), () -> finish(run));
            return;
        }
        switch (fault.get()) {
            case Fault.Error(Status.Code code) ->
                later(run, latency.get(), () -> end(run, scripted(code), Effect.NONE));
            case Fault.Delay(Duration by) -> later(run, latency.get().plus(by), () -> finish(run));
            case Fault.Hang(boolean holding, Optional<Duration> dies) -> {
                if (!holding) {
                    run.wire.whenGivenUp(() -> {
                        givenUp(run);
                        release(run);
                    });
                }
                dies.ifPresent(
                        after -> later(run, after, () -> outages.die(Fault.Die.Memory.WITH_STATE, Duration.ZERO)));
            }
            case Fault.ActThenError(Status.Code code) ->
                later(run, latency.get(), () -> {
                    act(run);
                    end(run, scripted(code), Effect.WHOLE);
                });
            case Fault.ActThenDrop() ->
                later(run, latency.get(), () -> {
                    act(run);
                    lost(run, Effect.WHOLE);
                    run.wire.cutConnection();
                });
            case Fault.Half(Status.Code code) ->
                later(run, latency.get(), () -> {
                    boolean begun = backend.half(run.call.request(), run.call.node());
                    end(run, scripted(code), begun ? Effect.HALF : Effect.NONE);
                });
            case Fault.Late(Duration after) ->
                run.wire.whenGivenUp(() -> {
                    givenUp(run);
                    later(run, after, () -> finish(run));
                });
            case Fault.Garbage(Fault.Garbage.Kind kind) -> later(run, latency.get(), () -> garbage(run, kind));
            case Fault.Die(boolean acting, Fault.Die.Memory memory, Duration away) ->
                later(run, latency.get(), () -> {
                    if (acting) {
                        act(run);
                    }
                    outages.die(memory, away);
                });
            case Fault.SocketGone(Duration away) ->
                later(run, latency.get(), () -> {
                    lost(run, Effect.NONE);
                    outages.socketGone(run.socket, away);
                });
            case Fault.Says says -> later(run, latency.get(), () -> say(run, says));
        }
    }

    /** Runs the work after a delay, unless the call was lost because the plugin died meanwhile. */
    private void later(Running run, Duration wait, Runnable work) {
        Runnable unlessLost = () -> {
            if (running.get(run.call.id()) == run) {
                work.run();
            }
        };
        if (wait.isZero()) {
            unlessLost.run();
        } else {
            engine.schedule(unlessLost, wait.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void finish(Running run) {
        Answer answer = act(run);
        end(run, answer, answer instanceof Answer.Ok ? Effect.WHOLE : Effect.NONE);
    }

    private Answer act(Running run) {
        Answer answer;
        try {
            answer = backend.answer(
                    run.call.rpc(),
                    run.call.request(),
                    run.call.node(),
                    run.call.at().wall());
        } catch (RuntimeException e) {
            answer = Answer.failed(Status.Code.INTERNAL, e.toString());
        }
        if (answer instanceof Answer.Ok(Message response)) {
            subjects.done(run.call.request(), response);
        }
        return answer;
    }

    private void end(Running run, Answer answer, Effect effect) {
        told(run, answer, effect);
        switch (answer) {
            case Answer.Ok(Message message) -> run.wire.answer(message.toByteArray());
            case Answer.Failed(Status.Code failure, String message) ->
                run.wire.fail(Status.fromCode(failure).withDescription(message));
        }
    }

    /** Records that the caller gets this answer, if it still waits. */
    private void told(Running run, Answer answer, Effect effect) {
        release(run);
        boolean delivered = !run.givenUp && !run.wire.givenUp();
        Status.Code code = answer instanceof Answer.Failed failed ? failed.code() : Status.Code.OK;
        Optional<Message> response = answer instanceof Answer.Ok ok ? Optional.of(ok.response()) : Optional.empty();
        Moment now = Moment.now();
        journal.note(new Event.CallEnded(run.call.id(), code, delivered, effect, response, now));
        if (delivered) {
            judge.answered(run.call, code, response, now);
            if (run.call.rpc() == Rpc.DELETE_VOLUME && code == Status.Code.OK) {
                subjects.gone(run.call.subject());
            }
        } else {
            givenUp(run);
        }
    }

    /** A malformed answer tells the caller nothing. A valid one counts as if the plugin itself had made it. */
    private void say(Running run, Fault.Says says) {
        Optional<Answer> answer = Answer.of(run.call.rpc(), says.messages(), says.code(), says.words());
        if (answer.isPresent() && answer.get() instanceof Answer.Ok(Message response)) {
            subjects.done(run.call.request(), response);
        }
        answer.ifPresentOrElse(meant -> told(run, meant, Effect.NONE), () -> lost(run, Effect.NONE));
        run.wire.say(
                says.messages().stream().map(ByteString::toByteArray).toList(),
                Status.fromCode(says.code()).withDescription(says.words().isEmpty() ? null : says.words()));
    }

    private void garbage(Running run, Fault.Garbage.Kind kind) {
        act(run);
        if (kind == Fault.Garbage.Kind.EMPTY) {
            end(run, Answer.ok(run.call.rpc().responsePrototype()), Effect.WHOLE);
            return;
        }
        lost(run, Effect.WHOLE);
        run.wire.answer(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07});
    }

    /** The caller gets no answer that it can understand. */
    private void lost(Running run, Effect effect) {
        release(run);
        journal.note(
                new Event.CallEnded(run.call.id(), Status.Code.UNKNOWN, false, effect, Optional.empty(), Moment.now()));
        givenUp(run);
    }

    private void givenUp(Running run) {
        if (run.givenUp) {
            return;
        }
        run.givenUp = true;
        Moment now = Moment.now();
        journal.note(new Event.CallGivenUp(run.call.id(), now));
        judge.unanswered(run.call, run.wire.givenUpAt(now));
    }

    private void release(Running run) {
        running.remove(run.call.id());
        busy.remove(Subjects.slot(run.call), run);
    }

    /** Every unfinished call of a node's services is lost, without effect. */
    void lost(String node) {
        running.values().stream()
                .filter(run -> run.call.rpc().side() == Side.NODE)
                .filter(run -> run.call.node().equals(node))
                .toList()
                .forEach(run -> lost(run, Effect.NONE));
    }

    /** Every unfinished call is lost, without effect. */
    void died() {
        List.copyOf(running.values()).forEach(run -> lost(run, Effect.NONE));
    }

    private static Answer scripted(Status.Code code) {
        return Answer.failed(code, "scripted");
    }
}
