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
import java.util.stream.Stream;

/** What may lengthen a pause: plugins and processes that were away. */
final class Interruptions {
    private static final String EVERYWHERE = "";

    private final Map<String, List<Instant>> byWhat = new HashMap<>();

    private Interruptions() {}

    static Interruptions of(History history) {
        Interruptions all = new Interruptions();
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
            case PLUGINS, FINGERPRINTS -> add(record.topic() + " " + record.key(), record.at());
            default -> {
                // No record on another topic says that a plugin was away.
            }
        }
    }

    private void add(String what, Instant at) {
        byWhat.computeIfAbsent(what, w -> new ArrayList<>()).add(at);
    }

    /** Whether the caller, the plugin, or a process between them may have been away. */
    boolean away(PluginTrace trace, Call call, Instant from, Instant to) {
        String seen = call.rpc().side() == Side.NODE
                ? HawserTopic.FINGERPRINTS + " " + trace.node(call.node()) + "/" + trace.name()
                : HawserTopic.PLUGINS + " " + trace.name();
        return Stream.of(EVERYWHERE, seen, "plugin " + trace.name())
                .flatMap(what -> byWhat.getOrDefault(what, List.of()).stream())
                .anyMatch(at -> !at.isBefore(from) && !at.isAfter(to));
    }
}
