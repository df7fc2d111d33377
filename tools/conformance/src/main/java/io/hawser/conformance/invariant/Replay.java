package io.hawser.conformance.invariant;

import io.grpc.Status.Code;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.strict.knowledge.StatusMeaning;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through a plugin's events. At each arriving call, it knows where each volume is or may be. */
final class Replay {

    interface Watcher {
        /** A call arrives; {@code before} does not contain it yet. */
        void arrives(Call call, Replay before);
    }

    private static final String WIPED = "wiped ";

    private final Map<String, Map<String, Spot>> spots = new HashMap<>();
    private final Map<Long, Call> open = new HashMap<>();
    private final Map<Long, Call> all = new HashMap<>();

    private Replay() {}

    static void of(PluginTrace trace, Watcher watcher) {
        Replay replay = new Replay();
        for (Event event : trace.events()) {
            if (event instanceof Event.CallArrived(Call call)) {
                watcher.arrives(call, replay);
            }
            replay.apply(event);
        }
    }

    /** One volume on one node, by the node's CSI id. */
    Spot at(String volume, String node) {
        return spots.computeIfAbsent(volume, v -> new LinkedHashMap<>()).computeIfAbsent(node, n -> new Spot());
    }

    /** A volume's spots by the CSI ids of their nodes. */
    Map<String, Spot> of(String volume) {
        return spots.getOrDefault(volume, Map.of());
    }

    private void apply(Event event) {
        switch (event) {
            case Event.CallArrived(Call call) -> {
                all.put(call.id(), call);
                open.put(call.id(), call);
                sent(call);
            }
            case Event.CallEnded ended -> {
                Call call = all.get(ended.call());
                if (call != null) {
                    happened(call, ended.effect());
                    learned(
                            call,
                            ended.delivered() ? StatusMeaning.of(call.rpc(), ended.code()) : StatusMeaning.UNCERTAIN,
                            ended.delivered() && ended.code() == Code.NOT_FOUND);
                }
            }
            case Event.CallGivenUp(long id, var at) ->
                Optional.ofNullable(all.get(id)).ifPresent(call -> learned(call, StatusMeaning.UNCERTAIN, false));
            case Event.PluginChanged(String what, var at) -> wiped(what);
            case Event.FaultApplied f -> {}
            case Event.RuleBroken b -> {}
        }
    }

    /** The node's machine is gone, with everything on it. */
    private void wiped(String what) {
        if (what.startsWith(WIPED)) {
            String node = what.substring(WIPED.length());
            spots.values().forEach(nodes -> Optional.ofNullable(nodes.get(node)).ifPresent(Spot::wipe));
        }
    }

    private void sent(Call call) {
        switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME, NODE_STAGE_VOLUME, NODE_PUBLISH_VOLUME ->
                concerned(call)
                        .forEach(presence -> presence.doing(
                                call.id(), call.at().wall(), call.fields().readonly()));
            default -> concerned(call).forEach(presence -> presence.undoing(call.id()));
        }
    }

    private void happened(Call call, Effect effect) {
        if (effect != Effect.NONE) {
            boolean doing = doing(call.rpc());
            concerned(call).forEach(presence -> {
                if (doing || effect == Effect.WHOLE) {
                    presence.happened(doing);
                }
            });
        }
    }

    private void learned(Call call, StatusMeaning ending, boolean notFound) {
        if (open.remove(call.id()) == null) {
            return;
        }
        concerned(call).forEach(presence -> presence.ended(call.id(), doing(call.rpc()), ending, notFound));
        if (call.rpc() == Rpc.DELETE_VOLUME && ending == StatusMeaning.DONE) {
            spots.remove(call.subject().key());
        }
    }

    private static boolean doing(Rpc rpc) {
        return rpc == Rpc.CONTROLLER_PUBLISH_VOLUME || rpc == Rpc.NODE_STAGE_VOLUME || rpc == Rpc.NODE_PUBLISH_VOLUME;
    }

    /** What a call brings or takes away. */
    private Collection<Presence> concerned(Call call) {
        String volume = call.subject().key();
        String nodeId = call.fields().nodeId();
        return switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME -> List.of(at(volume, nodeId).attachment);
            case CONTROLLER_UNPUBLISH_VOLUME ->
                nodeId.isEmpty()
                        ? of(volume).values().stream()
                                .map(spot -> spot.attachment)
                                .toList()
                        : List.of(at(volume, nodeId).attachment);
            case NODE_STAGE_VOLUME, NODE_UNSTAGE_VOLUME -> List.of(at(volume, call.node()).staging);
            case NODE_PUBLISH_VOLUME, NODE_UNPUBLISH_VOLUME ->
                List.of(at(volume, call.node()).target(call.fields().targetPath()));
            default -> List.of();
        };
    }
}
