package io.hawser.volume.lifecycle;

import io.hawser.v1.CapacityRange;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a volume was created without, although its spec requires it. CSI obliges plugins to refuse such a creation
 * (CreateVolume, {@code capacity_range} and {@code accessibility_requirements}), and not all of them do. The volume may
 * hold data by now, so a person decides.
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
        // By CSI, a volume without a topology is reachable from everywhere.
        if (!requisite.isEmpty()
                && !info.topology().isEmpty()
                && requisite.stream().noneMatch(wanted -> mayReach(wanted, info.topology()))) {
            unmet.add("it is reachable from none of the required topologies");
        }
        return unmet.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join("; ", unmet)
                        + "; it stays so: create another volume, with a plugin that can do this");
    }

    /** Whether a node may have all segments of both: either may leave open what the other one names. */
    private static boolean mayReach(Topology wanted, List<Topology> reachable) {
        return reachable.stream().anyMatch(from -> from.getSegmentsMap().entrySet().stream()
                .noneMatch(there -> wanted.getSegmentsMap().entrySet().stream()
                        .anyMatch(here -> here.getKey().equalsIgnoreCase(there.getKey())
                                && !here.getValue().equals(there.getValue()))));
    }
}
