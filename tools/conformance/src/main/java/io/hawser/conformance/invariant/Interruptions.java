package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Side;
import io.hawser.strict.history.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What may lengthen a pause: plugins and processes that were away. A plugin that comes for the first time was not away:
 * nothing could be called before.
 */
final class Interruptions {
    private static final String EVERYWHERE = "";
    private static final String STARTED = "started";

    private final Map<String, List<Instant>> byWhat = new HashMap<>();
    /** What the last record said of each plugin, from the first on that says that it is well. */
    private final Map<String, Boolean> well = new HashMap<>();

    private Interruptions() {}

    static Interruptions of(History history) {
        Interruptions all = new Interruptions();
        for (Action action : history.actions()) {
            if (action instanceof Action.Disturbed || action instanceof Action.NodeLost) {
                all.add(EVERYWHERE, action.at());
            }
        }
        for (PluginTrace trace : history.plugins()) {
            List<Event.PluginChanged> changes = trace.events().stream()
                    .filter(Event.PluginChanged.class::isInstance)
                    .map(Event.PluginChanged.class::cast)
                    .toList();
            boolean comes = !changes.isEmpty() && changes.getFirst().what().equals(STARTED);
            changes.stream()
                    .skip(comes ? 1 : 0)
                    .forEach(changed ->
                            all.add("plugin " + trace.name(), changed.at().wall()));
        }
        history.records().forEach(all::add);
        return all;
    }

    private void add(TopicRecord record) {
        healthy(record).ifPresent(healthy -> {
            String what = record.topic() + " " + record.key();
            Boolean before = well.get(what);
            if (before != null || healthy) {
                well.put(what, healthy);
            }
            if (before != null && !(before && healthy)) {
                add(what, record.at());
            }
        });
    }

    /** Whether the record says that a plugin is well, or that it is not. */
    private static Optional<Boolean> healthy(TopicRecord record) {
        return switch (record.topic()) {
            case PLUGINS ->
                record.tombstone()
                        ? Optional.of(false)
                        : record.as(Plugin.class)
                                .map(plugin -> !plugin.getCurrent().isEmpty());
            case FINGERPRINTS ->
                record.tombstone()
                        ? Optional.of(false)
                        : record.as(Fingerprint.class).map(Fingerprint::getHealthy);
            // No record on another topic says that a plugin was away.
            default -> Optional.empty();
        };
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
