package io.hawser.conformance.invariant;

import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.Limits;
import io.hawser.strict.knowledge.Placements;
import io.hawser.strict.knowledge.Standing;
import io.hawser.strict.knowledge.World;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Goes through a plugin's events, and knows at each what the plugin's own judge knew: where each volume may be. */
final class Replay {
    interface Watcher {
        /** A call arrives; {@code before} does not contain it yet. */
        void arrives(Call call, Replay before);
    }

    private static final String WIPED = "wiped ";

    private final World world;
    private final Map<Long, Call> calls = new HashMap<>();

    private Replay(PluginTrace trace) {
        // The limits concern pauses, which do not change where a volume is.
        this.world = new World(trace.capabilities(), Limits.standard(), new Moment(Instant.EPOCH, 0));
    }

    /** @return what is known after the last event */
    static Replay of(PluginTrace trace, Watcher watcher) {
        Replay replay = new Replay(trace);
        for (Event event : trace.events()) {
            if (event instanceof Event.CallArrived(Call call)) {
                watcher.arrives(call, replay);
            }
            replay.apply(event);
        }
        return replay;
    }

    Placements placements() {
        return world.placements();
    }

    /** When the call was sent that ended the last certain absence. */
    Instant since(Standing standing) {
        return Optional.ofNullable(calls.get(standing.since()))
                .map(call -> call.at().wall())
                .orElse(Instant.MIN);
    }

    private void apply(Event event) {
        switch (event) {
            case Event.CallArrived(Call call) -> {
                calls.put(call.id(), call);
                world.sent(call);
            }
            case Event.CallEnded ended ->
                Optional.ofNullable(calls.get(ended.call())).ifPresent(call -> {
                    if (ended.delivered()) {
                        world.answered(call, ended.code(), ended.response(), ended.at());
                    } else {
                        world.unanswered(call, ended.at());
                    }
                });
            case Event.CallGivenUp(long id, Moment at) ->
                Optional.ofNullable(calls.get(id)).ifPresent(call -> world.unanswered(call, at));
            case Event.PluginChanged(String what, var at)
            when what.startsWith(WIPED) -> placements().wipe(what.substring(WIPED.length()));
            default -> {
                // No other event changes where a volume is.
            }
        }
    }
}
