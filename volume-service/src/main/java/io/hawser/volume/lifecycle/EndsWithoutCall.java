package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import java.util.List;
import java.util.Optional;

/** Attachments that end without ControllerUnpublishVolume. While a call of the volume is under way, none does. */
final class EndsWithoutCall {
    private EndsWithoutCall() {}

    /** @param effects get what follows from it */
    static Volume of(Volume volume, VolumeInputs inputs, DecisionContext decision, List<Effect> effects) {
        if (volume.call().isPresent()) {
            return volume;
        }
        Volume left = byHand(underOneName(volume, inputs, effects), inputs, effects);
        Force.Abandoned abandoned = Force.abandoned(left, inputs, decision);
        effects.addAll(abandoned.effects());
        return abandoned.volume();
    }

    /** What an operator has detached at the storage system, because the plugin does not. */
    private static Volume byHand(Volume volume, VolumeInputs inputs, List<Effect> effects) {
        Volume now = volume;
        for (Publication leaving : volume.publications().values()) {
            boolean due = leaving.state() == Publication.State.PENDING_UNPUBLISH && !inputs.mayBeMounted(leaving);
            if (!due || !leaving.forget().isDetached()) {
                continue;
            }
            NodeName node = leaving.node();
            effects.add(new Effect.RecordEvent(
                    "DetachedByHand",
                    node,
                    "an operator says that it is detached from " + node + ": the plugin is not asked any more"));
            PublicationRules.Detached ended = PublicationRules.detachedByHand(leaving);
            effects.addAll(ended.effects());
            now = CallEffects.retriedAfterDetach(now.with(node, ended.publication()));
        }
        return now;
    }

    /**
     * A machine that was registered again under another name has one attachment under both. While the volume may be
     * mounted under one name, the other ends without a call, and the attachment ends with the last one.
     */
    private static Volume underOneName(Volume volume, VolumeInputs inputs, List<Effect> effects) {
        Volume now = volume;
        for (Publication leaving : volume.publications().values()) {
            boolean due = leaving.state() == Publication.State.PENDING_UNPUBLISH && inputs.mayDetach(leaving);
            Optional<NodeName> other = mountedElsewhere(leaving, now, inputs);
            if (!due || other.isEmpty()) {
                continue;
            }
            NodeName node = leaving.node();
            effects.add(new Effect.RecordEvent(
                    "StaysAttached",
                    node,
                    "the plugin calls this node as it calls " + other.get() + ", which may have the volume mounted: it"
                            + " is detached when that node has nothing of it"));
            PublicationRules.Detached ended = PublicationRules.detached(leaving);
            effects.addAll(ended.effects());
            now = now.with(node, ended.publication());
        }
        return now;
    }

    /** The node under whose name the volume may be mounted on the same machine. */
    private static Optional<NodeName> mountedElsewhere(Publication leaving, Volume volume, VolumeInputs inputs) {
        return volume.publications().values().stream()
                .filter(other -> !other.node().equals(leaving.node())
                        && !leaving.csiNodeId().isEmpty()
                        && other.csiNodeId().equals(leaving.csiNodeId())
                        && inputs.mayBeMounted(other))
                .map(Publication::node)
                .findFirst();
    }
}
