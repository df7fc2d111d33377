package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.backend.Answer;
import io.hawser.strict.backend.Backend;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.PathFacts;
import io.hawser.strict.call.RequestFields;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.call.Subject;
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
    private final FaultPlay faults;
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
    static final class Running {
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
        this.latency = latency;
        this.script = script;
        this.lookAtPaths = lookAtPaths;
        this.faults = new FaultPlay(this, backend, subjects, outages, latency);
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
        fault.ifPresentOrElse(applied -> faults.play(run, applied), () -> later(run, latency.get(), () -> finish(run)));
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

    /** Runs the work after a delay, unless the call was lost because the plugin died meanwhile. */
    void later(Running run, Duration wait, Runnable work) {
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

    void finish(Running run) {
        Answer answer = act(run);
        end(run, answer, answer instanceof Answer.Ok ? Effect.WHOLE : Effect.NONE);
    }

    Answer act(Running run) {
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

    void end(Running run, Answer answer, Effect effect) {
        answered(run, answer, effect);
        switch (answer) {
            case Answer.Ok(Message message) -> run.wire.answer(message.toByteArray());
            case Answer.Failed(Status.Code failure, String message) ->
                run.wire.fail(Status.fromCode(failure).withDescription(message));
        }
    }

    /** Records that the caller gets this answer, if it still waits. */
    void answered(Running run, Answer answer, Effect effect) {
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

    /** The caller gets no answer that it can understand. */
    void lost(Running run, Effect effect) {
        release(run);
        journal.note(
                new Event.CallEnded(run.call.id(), Status.Code.UNKNOWN, false, effect, Optional.empty(), Moment.now()));
        givenUp(run);
    }

    void givenUp(Running run) {
        if (run.givenUp) {
            return;
        }
        run.givenUp = true;
        Moment now = Moment.now();
        journal.note(new Event.CallGivenUp(run.call.id(), now));
        judge.unanswered(run.call, run.wire.givenUpAt(now));
    }

    void release(Running run) {
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
}
