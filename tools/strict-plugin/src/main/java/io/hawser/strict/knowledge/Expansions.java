package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Volumes that the controller expanded, by key, and those of them that a node must expand as well. */
public final class Expansions {

    /**
     * A node must expand a volume.
     *
     * @param call the ControllerExpandVolume whose answer required this
     * @param since the time of that answer, or of the volume's last staging or publishing on a node, if that was later
     */
    public record Owed(String volume, long call, Moment since) {}

    private final Set<String> grown = new HashSet<>();
    private final Map<String, Owed> owed = new HashMap<>();

    /** Whether the controller expanded this volume. */
    public boolean grown(String volume) {
        return grown.contains(volume);
    }

    public Optional<Owed> owed(String volume) {
        return Optional.ofNullable(owed.get(volume));
    }

    public List<Owed> owed() {
        return List.copyOf(owed.values());
    }

    void done(Call call, Optional<Message> response, Moment at) {
        String volume = call.subject().key();
        switch (call.rpc()) {
            case CONTROLLER_EXPAND_VOLUME -> {
                grown.add(volume);
                response.map(ControllerExpandVolumeResponse.class::cast)
                        .filter(ControllerExpandVolumeResponse::getNodeExpansionRequired)
                        .ifPresent(required -> owed.put(volume, new Owed(volume, call.id(), at)));
            }
            case NODE_STAGE_VOLUME, NODE_PUBLISH_VOLUME ->
                owed.computeIfPresent(volume, (key, known) -> new Owed(key, known.call(), at));
            case NODE_EXPAND_VOLUME -> owed.remove(volume);
            case DELETE_VOLUME -> {
                grown.remove(volume);
                owed.remove(volume);
            }
            default -> {
                // The other RPCs expand nothing.
            }
        }
    }
}
