package io.hawser.volume.lifecycle;

import io.hawser.v1.CapacityRange;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a volume was created without, although its spec requires it. CSI obliges plugins to refuse such a creation
 * (CreateVolume, {@code capacity_range} and {@code accessibility_requirements}), and not all of them do; one without
 * VOLUME_ACCESSIBILITY_CONSTRAINTS is not asked for a topology. The volume may hold data by now, so a person decides.
 */
final class UnmetRequirements {
    private UnmetRequirements() {}

    /** @return a sentence; empty: it is as required, as far as the plugin says */
    static Optional<String> of(VolumeSpec spec, Provision.Info info) {
        List<String> unmet = new ArrayList<>();
        CapacityRange capacity = spec.getCapacity();
        if (info.capacityBytes() > 0 && info.capacityBytes() < capacity.getRequiredBytes()) {
            unmet.add("it has " + info.capacityBytes() + " bytes, and at least " + capacity.getRequiredBytes()
                    + " are required");
        }
        if (capacity.getLimitBytes() > 0 && info.capacityBytes() > capacity.getLimitBytes()) {
            unmet.add("it has " + info.capacityBytes() + " bytes, and at most " + capacity.getLimitBytes()
                    + " are allowed");
        }
        List<Topology> requisite = spec.getTopology().getRequisiteList();
        if (!requisite.isEmpty() && requisite.stream().noneMatch(wanted -> mayReach(wanted, info.topology()))) {
            unmet.add("the plugin does not say that it is reachable from a required topology");
        }
        return unmet.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join("; ", unmet) + "; ends with another volume, from a plugin that can do it");
    }

    /** Whether a node may have all segments of both: either may leave open what the other one names. */
    private static boolean mayReach(Topology wanted, List<Topology> reachable) {
        return reachable.stream().anyMatch(from -> from.getSegmentsMap().entrySet().stream()
                .noneMatch(there -> wanted.getSegmentsMap().entrySet().stream()
                        .anyMatch(here -> here.getKey().equalsIgnoreCase(there.getKey())
                                && !here.getValue().equals(there.getValue()))));
    }
}
