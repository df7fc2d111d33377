package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.strict.Call;
import io.hawser.strict.history.Event;
import java.util.List;
import java.util.stream.Stream;

/** No call leaves an id or a path empty: an empty node id, for one, detaches from every node. */
final class NoEmptyIds implements Invariant {

    @Override
    public void check(History history, Findings findings) {
        for (PluginTrace trace : history.plugins()) {
            for (Event event : trace.events()) {
                if (event instanceof Event.CallArrived(Call call)) {
                    List<String> required = required(call);
                    if (!required.isEmpty()) {
                        List<String> empty = required.stream()
                                .filter(field -> field(call, field).isEmpty())
                                .toList();
                        findings.that(
                                empty.isEmpty(),
                                () -> call.rpc().wireName() + " was called without " + String.join(", ", empty),
                                () -> List.of(Words.call(trace, call)));
                    }
                }
            }
        }
    }

    private static List<String> required(Call call) {
        return switch (call.rpc()) {
            case CREATE_VOLUME -> List.of("name");
            case CONTROLLER_PUBLISH_VOLUME, CONTROLLER_UNPUBLISH_VOLUME -> List.of("volume_id", "node_id");
            case NODE_STAGE_VOLUME, NODE_UNSTAGE_VOLUME -> List.of("volume_id", "staging_target_path");
            case NODE_PUBLISH_VOLUME, NODE_UNPUBLISH_VOLUME -> List.of("volume_id", "target_path");
            default ->
                Stream.of("volume_id", "snapshot_id")
                        .filter(field -> call.rpc().changes()
                                && call.fields().field(field).isPresent())
                        .toList();
        };
    }

    private static String field(Call call, String name) {
        return call.fields()
                .field(name)
                .map(field -> (String) call.request().getField(field))
                .orElse("");
    }
}
