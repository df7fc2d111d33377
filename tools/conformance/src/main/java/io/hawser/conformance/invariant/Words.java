package io.hawser.conformance.invariant;

import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Side;

/** Formats calls and records for the reader of a breach. Names no secret. */
final class Words {
    private Words() {}

    static String call(PluginTrace trace, Call call) {
        String node =
                call.rpc().side() == Side.NODE ? call.node() : call.fields().nodeId();
        return "call " + call.id() + " of " + trace.name() + ": " + call.rpc().wireName() + " "
                + call.subject().key() + (node.isEmpty() ? "" : " on " + trace.node(node)) + " at "
                + call.at().wall();
    }

    static String call(PluginTrace trace, long id) {
        return "call " + id + " of " + trace.name();
    }

    static String record(TopicRecord record) {
        return record.where() + " at " + record.at();
    }

    static String sighting(MountSighting sighting, String path) {
        return "mounted on " + sighting.node() + " at " + sighting.at() + ": " + path;
    }
}
