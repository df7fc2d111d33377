package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Deed;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Side;
import io.hawser.testkit.strict.history.Event;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** What may end a pause early or draw it out: changed wishes, plugins and processes that were away. */
final class Interruptions {
    private static final String EVERYWHERE = "";

    private final Map<String, TreeSet<Instant>> byWhat = new HashMap<>();
    private final VolumeBook volumes;

    private Interruptions(VolumeBook volumes) {
        this.volumes = volumes;
    }

    static Interruptions of(History history) {
        Interruptions all = new Interruptions(VolumeBook.of(history));
        for (Deed deed : history.deeds()) {
            if (deed instanceof Deed.Disturbed || deed instanceof Deed.NodeLost) {
                all.add(EVERYWHERE, deed.at());
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
                // No other topic makes a caller try again.
            }
        }
    }

    private void add(String what, Instant at) {
        byWhat.computeIfAbsent(what, w -> new TreeSet<>()).add(at);
    }

    /** Whether anything that concerns this call happened from one moment to another. */
    boolean between(PluginTrace trace, Call call, Instant from, Instant to) {
        String volume = volumes.of(call).map(VolumeBook.Known::name).orElse("");
        String node = trace.node(call.node());
        boolean concerned = call.rpc().side() == Side.NODE
                ? any(HawserTopic.ASSIGNMENTS + " " + node + "/" + volume, from, to)
                        || any(HawserTopic.FINGERPRINTS + " " + node + "/" + trace.name(), from, to)
                : any(HawserTopic.VOLUME_COMMANDS + " " + volume, from, to)
                        || any(HawserTopic.PLUGINS + " " + trace.name(), from, to);
        return concerned || any(EVERYWHERE, from, to) || any("plugin " + trace.name(), from, to);
    }

    private boolean any(String what, Instant from, Instant to) {
        TreeSet<Instant> times = byWhat.getOrDefault(what, new TreeSet<>());
        Instant first = times.ceiling(from);
        return first != null && !first.isAfter(to);
    }
}
