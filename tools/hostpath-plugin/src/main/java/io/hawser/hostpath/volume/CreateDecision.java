package io.hawser.hostpath.volume;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** What CreateVolume has to do, given the record of that name. */
public sealed interface CreateDecision {
    record Create(Volume volume) implements CreateDecision {}

    /** The volume exists and fits the request: the same answer again. */
    record Keep(Volume volume) implements CreateDecision {}

    /** An earlier volume of this name is half deleted: finish that deletion, then decide again. */
    record FinishDeletion(Volume volume) implements CreateDecision {}

    record Refuse(Refusal refusal) implements CreateDecision {}

    /** @param fresh the id for a new volume; its key is the name's key */
    static CreateDecision of(Optional<Volume> existing, NewVolume wanted, long maxBytes, VolumeId fresh) {
        if (existing.isPresent()) return repeated(existing.get(), wanted);
        if (wanted.size().required() > maxBytes)
            return refuse(
                    Reason.OUT_OF_RANGE,
                    "capacity_range.required_bytes is above the largest volume, " + maxBytes + " bytes");
        OptionalLong bytes = wanted.size().choose(maxBytes, BlockSize.unit(wanted.isBlock()));
        if (bytes.isEmpty())
            return refuse(
                    Reason.OUT_OF_RANGE,
                    "capacity_range: has no multiple of " + BlockSize.BYTES + " bytes, as a block device needs");
        return new Create(new Volume(
                fresh,
                wanted.name(),
                Volume.Phase.READY,
                bytes.getAsLong(),
                wanted.capabilities(),
                wanted.parameters(),
                new TreeSet<>(wanted.requisite()),
                new TreeMap<>()));
    }

    private static CreateDecision repeated(Volume volume, NewVolume wanted) {
        if (!volume.name().equals(wanted.name()))
            return refuse(Reason.INTERNAL, "the record under this name belongs to a volume of another name");
        if (volume.phase() == Volume.Phase.DELETING) return new FinishDeletion(volume);
        if (!wanted.size().admits(volume.capacityBytes()))
            return taken(volume, "its size is " + volume.capacityBytes() + " bytes");
        if (!wanted.capabilities().stream().allMatch(volume::covers))
            return taken(volume, "it was made for other access modes or another access type");
        if (!volume.parameters().equals(wanted.parameters())) return taken(volume, "it was made with other parameters");
        // CSI requires access from at least one of the requisite topologies.
        if (!volume.accessibleFrom().isEmpty()
                && !wanted.requisite().isEmpty()
                && Collections.disjoint(volume.accessibleFrom(), wanted.requisite()))
            return taken(volume, "it is accessible only from " + volume.accessibleFrom());
        return new Keep(volume);
    }

    private static Refuse taken(Volume volume, String message) {
        return refuse(
                Reason.ALREADY_EXISTS, "volume " + volume.id() + " has this name already and does not fit: " + message);
    }

    private static Refuse refuse(Reason reason, String message) {
        return new Refuse(new Refusal(reason, message));
    }
}
