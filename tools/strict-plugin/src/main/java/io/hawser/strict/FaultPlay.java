package io.hawser.strict;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.CallFlow.Running;
import io.hawser.strict.backend.Answer;
import io.hawser.strict.backend.Backend;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.history.Event.Effect;
import io.hawser.strict.knowledge.Subjects;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Applies a fault to a call instead of the usual work and answer. */
record FaultPlay(
        CallFlow flow, Backend backend, Subjects subjects, CallFlow.Outages outages, Supplier<Duration> latency) {
    void play(Running run, Fault fault) {
        switch (fault) {
            case Fault.Error(Status.Code code) ->
                flow.later(run, latency.get(), () -> flow.end(run, scripted(code), Effect.NONE));
            case Fault.Delay(Duration by) -> flow.later(run, latency.get().plus(by), () -> flow.finish(run));
            case Fault.Hang(boolean holding, Optional<Duration> dies) -> {
                if (!holding) {
                    run.wire.whenGivenUp(() -> {
                        flow.givenUp(run);
                        flow.release(run);
                    });
                }
                dies.ifPresent(
                        after -> flow.later(run, after, () -> outages.die(Fault.Die.Memory.WITH_STATE, Duration.ZERO)));
            }
            case Fault.ActThenError(Status.Code code) ->
                flow.later(run, latency.get(), () -> {
                    flow.act(run);
                    flow.end(run, scripted(code), Effect.WHOLE);
                });
            case Fault.ActThenDrop() ->
                flow.later(run, latency.get(), () -> {
                    flow.act(run);
                    flow.lost(run, Effect.WHOLE);
                    run.wire.cutConnection();
                });
            case Fault.Half(Status.Code code) ->
                flow.later(run, latency.get(), () -> {
                    boolean begun = backend.half(run.call.request(), run.call.node());
                    flow.end(run, scripted(code), begun ? Effect.HALF : Effect.NONE);
                });
            case Fault.Late(Duration after) ->
                run.wire.whenGivenUp(() -> {
                    flow.givenUp(run);
                    flow.later(run, after, () -> flow.finish(run));
                });
            case Fault.Garbage(Fault.Garbage.Kind kind) -> flow.later(run, latency.get(), () -> garbage(run, kind));
            case Fault.Die(boolean acting, Fault.Die.Memory memory, Duration away) ->
                flow.later(run, latency.get(), () -> {
                    if (acting) {
                        Answer answer = flow.act(run);
                        flow.lost(run, answer instanceof Answer.Ok ? Effect.WHOLE : Effect.NONE);
                    }
                    outages.die(memory, away);
                });
            case Fault.SocketGone(Duration away) ->
                flow.later(run, latency.get(), () -> {
                    flow.lost(run, Effect.NONE);
                    outages.socketGone(run.socket, away);
                });
            case Fault.Says says -> flow.later(run, latency.get(), () -> say(run, says));
        }
    }

    /** A malformed answer tells the caller nothing. A valid one counts as if the plugin itself had made it. */
    private void say(Running run, Fault.Says says) {
        Optional<Answer> answer = Answer.of(run.call.rpc(), says.messages(), says.code(), says.words());
        if (answer.isPresent() && answer.get() instanceof Answer.Ok(Message response)) {
            subjects.done(run.call.request(), response);
        }
        answer.ifPresentOrElse(meant -> flow.answered(run, meant, Effect.NONE), () -> flow.lost(run, Effect.NONE));
        run.wire.say(
                says.messages().stream().map(ByteString::toByteArray).toList(),
                Status.fromCode(says.code()).withDescription(says.words().isEmpty() ? null : says.words()));
    }

    private void garbage(Running run, Fault.Garbage.Kind kind) {
        flow.act(run);
        if (kind == Fault.Garbage.Kind.EMPTY) {
            flow.end(run, Answer.ok(run.call.rpc().responsePrototype()), Effect.WHOLE);
            return;
        }
        flow.lost(run, Effect.WHOLE);
        run.wire.answer(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07});
    }

    private static Answer scripted(Status.Code code) {
        return Answer.failed(code, "scripted");
    }
}
