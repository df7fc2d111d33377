package io.hawser.hostpath.volume;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.OptionalLong;

/** What ControllerExpandVolume has to do for a ready volume. */
public sealed interface ExpandDecision {
    record Grow(Volume volume) implements ExpandDecision {}

    /** The volume has this size, or a larger one that fits: the same answer again. */
    record Keep(Volume volume) implements ExpandDecision {}

    record Refuse(Refusal refusal) implements ExpandDecision {}

    static ExpandDecision of(Volume volume, SizeRange wanted, long maxBytes) {
        long present = volume.capacityBytes();
        if (wanted.limit() > 0 && wanted.limit() < present)
            return refuse("capacity_range.limit_bytes: the volume has " + present + " bytes and does not shrink");
        if (wanted.required() <= present) return new Keep(volume);
        if (wanted.required() > maxBytes)
            return refuse("capacity_range.required_bytes is above the largest volume, " + maxBytes + " bytes");
        OptionalLong bytes = wanted.choose(maxBytes, BlockSize.unit(volume.isBlock()));
        if (bytes.isEmpty())
            return refuse("capacity_range: has no multiple of " + BlockSize.BYTES + " bytes, as a block device needs");
        return new Grow(volume.withCapacity(bytes.getAsLong()));
    }

    private static Refuse refuse(String message) {
        return new Refuse(new Refusal(Reason.OUT_OF_RANGE, message));
    }
}
