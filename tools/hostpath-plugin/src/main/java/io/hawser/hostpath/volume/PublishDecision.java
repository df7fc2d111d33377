package io.hawser.hostpath.volume;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.Optional;

/** What ControllerPublishVolume has to do for a ready volume and a known node. */
public sealed interface PublishDecision {
    record Add(Publication publication) implements PublishDecision {}

    /** The volume is published there already, in the same way: the same context again. */
    record Keep(Publication publication) implements PublishDecision {}

    record Refuse(Refusal refusal) implements PublishDecision {}

    /** @param wanted has a fresh token, which is used only if the publication is new */
    static PublishDecision of(Volume volume, Publication wanted) {
        NodeId node = wanted.node();
        if (!volume.covers(wanted.capability()))
            return refuse(
                    Reason.INVALID_ARGUMENT,
                    "volume_capability: the volume was not made for "
                            + wanted.capability().text());
        if (!volume.reachableFrom(node))
            return refuse(
                    Reason.FAILED_PRECONDITION,
                    "the volume is accessible only from " + volume.accessibleFrom() + ", not from node " + node);
        Optional<Publication> here = volume.publicationOn(node);
        if (here.isPresent()) return repeated(here.get(), wanted);
        return volume.publications().values().stream()
                .filter(other -> excludes(other, wanted))
                .findFirst()
                .<PublishDecision>map(other -> refuse(
                        Reason.FAILED_PRECONDITION,
                        "the volume is published to node " + other.node() + " as "
                                + other.capability().mode()
                                + (other.onlyReads() ? ", read-only" : "")
                                + ", which excludes node " + node + " as "
                                + wanted.capability().mode()))
                .orElseGet(() -> new Add(wanted));
    }

    private static PublishDecision repeated(Publication here, Publication wanted) {
        if (here.capability().equals(wanted.capability()) && here.readOnly() == wanted.readOnly())
            return new Keep(here);
        return refuse(
                Reason.ALREADY_EXISTS,
                "the volume is published to node " + here.node()
                        + " already, with another capability or readonly flag");
    }

    private static boolean excludes(Publication there, Publication wanted) {
        AccessMode a = there.capability().mode();
        AccessMode b = wanted.capability().mode();
        if (!a.manyNodes() || !b.manyNodes()) return true;
        // Which of the nodes writes under one-writer modes, NodePublish says.
        boolean mixed = a.oneWriterNode() != b.oneWriterNode();
        return mixed && !there.onlyReads() && !wanted.onlyReads();
    }

    private static PublishDecision refuse(Reason reason, String message) {
        return new Refuse(new Refusal(reason, message));
    }
}
