package io.hawser.volume.lifecycle;

import io.hawser.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * State of the backing storage.
 *
 * @param created the plugin confirmed it, and the volume id is known
 * @param attempted this database knows of a CreateVolume that was sent
 * @param uncertain a create or a delete may or may not have taken effect
 */
public record Provision(boolean created, boolean attempted, boolean uncertain, Info info, Retry retry) {
    /** What CreateVolume answered; context and topology are passed on unchanged. */
    public record Info(String volumeId, long capacityBytes, Map<String, String> context, List<Topology> topology) {
        public static final Info NONE = new Info("", 0, Map.of(), List.of());

        public Info {
            Objects.requireNonNull(volumeId, "volumeId");
            context = Map.copyOf(context);
            topology = List.copyOf(topology);
        }
    }

    public static final Provision NEW = new Provision(false, false, false, Info.NONE, Retry.NONE);

    /** This database knows of no attempt; a lost database may have made one. */
    static final Provision PERHAPS_BEFORE = new Provision(false, false, true, Info.NONE, Retry.NONE);

    /** CreateVolume or DeleteVolume was sent, and its effect is not known. */
    boolean mayHaveActed() {
        return attempted && uncertain;
    }

    Provision intended() {
        return new Provision(created, true, true, info, retry);
    }

    Provision createdAs(Info info) {
        return new Provision(true, true, false, info, Retry.NONE);
    }

    Provision with(Retry retry) {
        return new Provision(created, attempted, uncertain, info, retry);
    }

    Provision withUncertain(boolean uncertain) {
        return new Provision(created, attempted, uncertain, info, retry);
    }
}
