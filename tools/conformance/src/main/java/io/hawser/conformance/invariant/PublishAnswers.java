package io.hawser.conformance.invariant;

import io.hawser.conformance.history.PluginTrace;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.strict.history.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The publish context in the plugin's last answer for a volume on a node. Its caller can know no other. A plugin that
 * attaches with a context and answers without it goes unnoticed, because CSI allows a plugin to have none.
 */
final class PublishAnswers {
    private record Place(String volumeId, String csiNodeId) {}

    private final Map<Place, Map<String, String>> last = new HashMap<>();

    private PublishAnswers() {}

    static PublishAnswers of(PluginTrace trace) {
        PublishAnswers answers = new PublishAnswers();
        Map<Long, Place> asked = new HashMap<>();
        for (Event event : trace.events()) {
            if (event instanceof Event.CallArrived arrived
                    && arrived.call().request() instanceof ControllerPublishVolumeRequest request) {
                asked.put(arrived.call().id(), new Place(request.getVolumeId(), request.getNodeId()));
            } else if (event instanceof Event.CallEnded ended
                    && ended.response().orElse(null) instanceof ControllerPublishVolumeResponse response) {
                Optional.ofNullable(asked.get(ended.call()))
                        .ifPresent(place -> answers.last.put(place, response.getPublishContextMap()));
            }
        }
        return answers;
    }

    boolean said(String volumeId, String csiNodeId, Map<String, String> context) {
        return context.equals(last.get(new Place(volumeId, csiNodeId)));
    }
}
