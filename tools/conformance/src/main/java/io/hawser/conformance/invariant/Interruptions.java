package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Side;
import io.hawser.strict.history.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What may shorten or lengthen a pause: changed commands, and plugins and processes that were away. */
final class Interruptions {
    private static final String EVERYWHERE = "";

    private final Map<String, List<Instant>> byWhat = new HashMap<>();
    private final KnownVolumes volumes;

    private Interruptions(KnownVolumes volumes) {
        this.volumes = volumes;
    }

    static Interruptions of(History history) {
        Interruptions all = new Interruptions(KnownVolumes.of(history));
        for (Action action : history.actions()) {
            if (action instanceof Action.Disturbed || action instanceof Action.NodeLost) {
                all.add(EVERYWHERE, action.at());
            }
        }
        for (PluginTrace trace : history.plugins()) {
            for (Event event : trace.events()) {
                if (event instanceof Event.PluginChanged changed) {
                    all.add("plugin " + trace.name(), changed.at().wall());
                }
            }
        }
        history.records().forEach(all::add);
        return all;
    }

    private void add(TopicRecord record) {
        switch (record.topic()) {
            case VOLUME_COMMANDS, ASSIGNMENTS, PLUGINS, FINGERPRINTS ->
                add(record.topic() + " " + record.key(), record.at());
            default -> {
                // No record on another topic makes a caller try again.
            }
        }
    }

    private void add(String what, Instant at) {
        byWhat.computeIfAbsent(what, w -> new ArrayList<>()).add(at);
    }

    /**
     * Whether the caller may have had a reason not to wait: the volume's desired state changed again after the command
     * that led to the first call, or (on a node) the plugin came back or another agent counted.
     *
     * @param from some time before the first call, in which a command may have been in progress
     */
    boolean preempted(PluginTrace trace, Call call, Instant from, Instant first, Instant again) {
        String volume = volumes.of(call).map(KnownVolumes.Known::name).orElse("");
        String node = trace.node(call.node());
        boolean onNode = call.rpc().side() == Side.NODE;
        String command = onNode
                ? HawserTopic.ASSIGNMENTS + " " + node + "/" + volume
                : HawserTopic.VOLUME_COMMANDS + " " + volume;
        return count(command, from, again) > 1
                || count(command, first, again) > 0
                || count(EVERYWHERE, from, again) > 0
                || (onNode && count(HawserTopic.ASSIGNMENTS + " " + node, from, again) > 0)
                || (onNode && pluginSeen(trace, call, from, again));
    }

    /** Whether the caller, the plugin, or a process between them may have been away. */
    boolean away(PluginTrace trace, Call call, Instant from, Instant to) {
        return count(EVERYWHERE, from, to) > 0 || pluginSeen(trace, call, from, to);
    }

    private boolean pluginSeen(PluginTrace trace, Call call, Instant from, Instant to) {
        String seen = call.rpc().side() == Side.NODE
                ? HawserTopic.FINGERPRINTS + " " + trace.node(call.node()) + "/" + trace.name()
                : HawserTopic.PLUGINS + " " + trace.name();
        return count(seen, from, to) > 0 || count("plugin " + trace.name(), from, to) > 0;
    }

    private long count(String what, Instant from, Instant to) {
        return byWhat.getOrDefault(what, List.of()).stream()
                .filter(at -> !at.isBefore(from) && !at.isAfter(to))
                .count();
    }
}
