package io.hawser.volume.lifecycle;

import io.hawser.csi.CapabilitySet;
import io.hawser.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * State of the backing storage.
 *
 * @param created the plugin confirmed it, and the volume id is known
 * @param attempted this database knows of a CreateVolume that was sent; never of a registered volume
 * @param uncertain a create or a delete may or may not have taken effect
 * @param capabilities what CreateVolume or ValidateVolumeCapabilities was sent with; empty if neither was, or if that
 *     is unknown
 */
public record Provision(
        boolean created,
        boolean attempted,
        boolean uncertain,
        Info info,
        Retry retry,
        Optional<CreateCapabilities> capabilities) {
    /** What CreateVolume answered, or a registration says; context and topology are passed on unchanged. */
    public record Info(String volumeId, long capacityBytes, Map<String, String> context, List<Topology> topology) {
        public static final Info NONE = new Info("", 0, Map.of(), List.of());

        public Info {
            context = Map.copyOf(context);
            topology = List.copyOf(topology);
        }
    }

    /**
     * What the plugin was known to be able to do when the first CreateVolume was sent that may have acted. A repetition
     * has the same parameters (CSI, CreateVolume: ALREADY_EXISTS otherwise), and the volume is used with the access
     * mode that it was created for, also if the plugin is upgraded meanwhile.
     *
     * @param singleNodeMultiWriter SINGLE_NODE_MULTI_WRITER of its Controller service
     * @param constrainsAccess VOLUME_ACCESSIBILITY_CONSTRAINTS
     */
    public record CreateCapabilities(boolean singleNodeMultiWriter, boolean constrainsAccess) {}

    public static final Provision NEW = new Provision(false, false, false, Info.NONE, Retry.NONE, Optional.empty());

    /** This database knows of no attempt; a lost database may have made one. */
    static final Provision PERHAPS_BEFORE = new Provision(false, false, true, Info.NONE, Retry.NONE, Optional.empty());

    /** The plugin has the volume already, a command says. */
    public static Provision registered(Info info) {
        return new Provision(false, false, false, info, Retry.NONE, Optional.empty());
    }

    /** Registered, and not confirmed: the id is known, and the plugin is asked. */
    public boolean isToConfirm() {
        return !created && !info.volumeId().isEmpty();
    }

    /** CreateVolume or DeleteVolume was sent, and its effect is not known. */
    boolean mayHaveActed() {
        return attempted && uncertain;
    }

    Provision intended() {
        return new Provision(created, true, true, info, retry, capabilities);
    }

    /** CreateVolume is sent. Only a call that may have acted fixes with what the next one is sent. */
    Provision creating(CapabilitySet plugin) {
        CreateCapabilities present = new CreateCapabilities(plugin.singleNodeMultiWriter(), plugin.constrainsAccess());
        if (isToConfirm()) {
            // The question does nothing.
            return with(Optional.of(present));
        }
        return intended().with(uncertain ? capabilities.or(() -> Optional.of(present)) : Optional.of(present));
    }

    /** Whether the plugin may be asked for SINGLE_NODE_SINGLE_WRITER and SINGLE_NODE_MULTI_WRITER, if it can. */
    public boolean multiWriter() {
        return capabilities.map(CreateCapabilities::singleNodeMultiWriter).orElse(true);
    }

    /** Whether the plugin may be asked for a topology, if it can. */
    public boolean constrainsAccess() {
        return capabilities.map(CreateCapabilities::constrainsAccess).orElse(true);
    }

    public Provision createdAs(Info info) {
        return new Provision(true, !isToConfirm(), false, info, Retry.NONE, capabilities);
    }

    Provision with(Retry retry) {
        return new Provision(created, attempted, uncertain, info, retry, capabilities);
    }

    public Provision with(Optional<CreateCapabilities> capabilities) {
        return new Provision(created, attempted, uncertain, info, retry, capabilities);
    }

    Provision withUncertain(boolean uncertain) {
        return new Provision(created, attempted, uncertain, info, retry, capabilities);
    }
}
