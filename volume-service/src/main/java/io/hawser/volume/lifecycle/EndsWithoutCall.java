package io.hawser.volume.lifecycle;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Attachments that end without ControllerUnpublishVolume. While a call of the volume is under way, none does. */
final class EndsWithoutCall {
    private EndsWithoutCall() {}

    /**
     * @param reason of the event
     * @param rest what else changes in the volume
     */
    record Ending(String reason, String message, PublicationRules.Detached ended, UnaryOperator<Volume> rest) {}

    /** @param effects get what follows from it */
    static Volume of(Volume volume, VolumeInputs inputs, DecisionContext decision, List<Effect> effects) {
        if (volume.call().isPresent()) {
            return volume;
        }
        Volume now = volume;
        for (Publication leaving : volume.publications().values()) {
            if (leaving.state() != State.PENDING_UNPUBLISH || !inputs.mayDetach(leaving)) {
                continue;
            }
            Optional<Ending> ending = underOneName(leaving, now, inputs)
                    .or(() -> underALaterVolume(leaving, inputs))
                    .or(() -> byHand(leaving, inputs))
                    .or(() -> Force.abandoned(leaving, volume, inputs, decision));
            if (ending.isPresent()) {
                Ending end = ending.get();
                effects.add(new Effect.RecordEvent(end.reason(), leaving.node(), end.message()));
                effects.addAll(end.ended().effects());
                now = end.rest().apply(now.with(leaving.node(), end.ended().publication()));
            }
        }
        return now;
    }

    /**
     * A machine that was registered again under another name has one attachment under both. While the volume may be
     * mounted under one name, the other ends without a call, and the attachment ends with the last one.
     */
    private static Optional<Ending> underOneName(Publication leaving, Volume volume, VolumeInputs inputs) {
        return volume.publications().values().stream()
                .filter(other -> !other.node().equals(leaving.node())
                        && !leaving.csiNodeId().isEmpty()
                        && other.csiNodeId().equals(leaving.csiNodeId())
                        && inputs.mayBeMounted(other))
                .findFirst()
                .map(other -> new Ending(
                        "StaysAttached",
                        "the plugin calls this node as it calls " + other.node()
                                + ", which may have the volume mounted: it is detached when that node has nothing of"
                                + " it",
                        PublicationRules.detached(leaving),
                        UnaryOperator.identity()));
    }

    /**
     * A restored copy may have the volume still, whose storage was registered as another volume since. That one's
     * command waits until the id is free, and a task may run with its mount already.
     */
    private static Optional<Ending> underALaterVolume(Publication leaving, VolumeInputs inputs) {
        return inputs.later().contains(leaving.node())
                ? Optional.of(new Ending(
                        "StaysAttached",
                        "the node has the same storage mounted as a later volume, whose creation waits for the end of"
                                + " this one: it is detached when that volume leaves the node",
                        PublicationRules.detached(leaving),
                        UnaryOperator.identity()))
                : Optional.empty();
    }

    /** What an operator has detached at the storage system, because the plugin does not. */
    private static Optional<Ending> byHand(Publication leaving, VolumeInputs inputs) {
        return leaving.forget().isDetached() && !inputs.mayBeMounted(leaving)
                ? Optional.of(new Ending(
                        "DetachedByHand",
                        "an operator says that it is detached from " + leaving.node()
                                + ": the plugin is not asked any more",
                        PublicationRules.detachedByHand(leaving),
                        CallEffects::retriedAfterDetach))
                : Optional.empty();
    }
}
