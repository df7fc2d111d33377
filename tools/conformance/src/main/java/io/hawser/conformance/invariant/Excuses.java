package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.StatusMeaning;
import io.hawser.v1.RemoveVolume;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Volumes whose records need not agree with the plugin: a call had an effect although its code says that it had none,
 * the plugin died and lost its state, or a person forced the removal of the record and kept the storage.
 */
final class Excuses {
    private final Set<String> csiNames = new HashSet<>();
    /** When the removal of each volume was first forced, by its own name. */
    private final Map<String, Instant> forced = new HashMap<>();

    private Excuses() {}

    static Excuses of(History history) {
        Excuses excuses = new Excuses();
        history.plugins().forEach(excuses::add);
        history.records().forEach(record -> record.as(RemoveVolume.class)
                .filter(RemoveVolume::getForce)
                .ifPresent(command -> excuses.forced.putIfAbsent(command.getName(), record.at())));
        return excuses;
    }

    private void add(PluginTrace trace) {
        Map<Long, Call> calls = new HashMap<>();
        Set<String> created = new HashSet<>();
        for (Event event : trace.events()) {
            switch (event) {
                case Event.CallArrived(Call call) -> {
                    calls.put(call.id(), call);
                    if (call.rpc() == Rpc.CREATE_VOLUME) {
                        created.add(call.subject().key());
                    }
                }
                case Event.CallEnded ended -> {
                    Call call = calls.get(ended.call());
                    if (call != null
                            && ended.effect() != Event.Effect.NONE
                            && StatusMeaning.of(call.rpc(), ended.code()).rejected()) {
                        csiNames.add(call.subject().key());
                    }
                }
                case Event.PluginChanged(String what, var at)
                when what.equals("died WITHOUT_STATE") -> csiNames.addAll(created);
                default -> {
                    // No other event excuses anything.
                }
            }
        }
    }

    /** Whether a volume is excused, by the name that the plugin knows. */
    boolean plugin(String csiName) {
        return csiNames.contains(csiName);
    }

    /** Whether the volume's removal was forced at all, by its own name. */
    boolean forced(String volume) {
        return forced.containsKey(volume);
    }

    /** Whether the volume's removal was forced by then. */
    boolean forced(String volume, Instant until) {
        return Optional.ofNullable(forced.get(volume))
                .filter(at -> !at.isAfter(until))
                .isPresent();
    }
}
