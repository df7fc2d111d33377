package io.hawser.hostpath.node;

import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Refusal;
import io.hawser.hostpath.volume.Refusal.Reason;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a node may stage, publish or unstage, given its record and those recorded paths that really are mounts of the
 * volume ({@code live}). A recorded path without a mount, after a reboot or a crash before the mount, blocks nothing.
 */
public sealed interface NodeDecision {
    /** Write this record, then make the mount table match it. Harmless if it matches already. */
    record Go(NodeVolume after) implements NodeDecision {}

    record Refuse(Refusal refusal) implements NodeDecision {}

    static NodeDecision stage(NodeVolume before, Set<Path> live, Publication publication, Staging wanted) {
        Optional<Refusal> exceeds = exceeding(publication, wanted.capability());
        if (exceeds.isPresent()) return new Refuse(exceeds.get());
        Optional<Staging> standing = before.staging().filter(s -> live.contains(s.path()));
        if (standing.isPresent() && !standing.get().path().equals(wanted.path()))
            return refuse(
                    Reason.FAILED_PRECONDITION,
                    "the volume is staged on this node at " + standing.get().path());
        if (standing.isPresent() && !standing.get().capability().equals(wanted.capability()))
            return refuse(Reason.ALREADY_EXISTS, "the volume is staged at this path with another capability");
        return new Go(before.with(wanted));
    }

    static NodeDecision unstage(NodeVolume before, Set<Path> live, Path path) {
        if (before.staging().filter(s -> s.path().equals(path)).isEmpty()) return new Go(before);
        Optional<Target> published =
                before.targets().stream().filter(t -> live.contains(t.path())).findFirst();
        if (published.isPresent())
            return refuse(
                    Reason.FAILED_PRECONDITION,
                    "the volume is still published at " + published.get().path());
        return new Go(before.withoutStaging());
    }

    static NodeDecision publish(
            NodeVolume before, Set<Path> live, Publication publication, Path staging, Target wanted) {
        Optional<Refusal> exceeds = exceeding(publication, wanted.capability());
        if (exceeds.isPresent()) return new Refuse(exceeds.get());
        if (before.staging().filter(s -> s.path().equals(staging)).isEmpty() || !live.contains(staging))
            return refuse(
                    Reason.FAILED_PRECONDITION, "the volume is not staged at " + staging + ": NodeStageVolume first");
        for (Target other : before.targets()) {
            if (!live.contains(other.path())) continue;
            if (other.path().equals(wanted.path())) {
                if (!other.equals(wanted))
                    return refuse(
                            Reason.ALREADY_EXISTS,
                            "the volume is published at this path with another capability or readonly flag");
            } else if (!shares(other.capability()) || !shares(wanted.capability())) {
                return refuse(
                        Reason.FAILED_PRECONDITION,
                        "the volume is published on this node at " + other.path() + " as "
                                + other.capability().mode() + ", and "
                                + wanted.capability().mode()
                                + " is wanted: not both modes allow a second target");
            }
        }
        return new Go(before.with(wanted));
    }

    /** Whether no other node may have a target for writing at the same time. */
    static boolean writesAlone(Publication publication, Target target) {
        return publication.capability().mode().oneWriterNode() && writes(publication, target);
    }

    /** @param others what the other nodes have to which the volume is published */
    static Optional<Refusal> otherWriter(Map<Publication, NodeVolume> others) {
        return others.entrySet().stream()
                .filter(other -> other.getValue().targets().stream().anyMatch(target -> writes(other.getKey(), target)))
                .findFirst()
                .map(other -> new Refusal(
                        Reason.FAILED_PRECONDITION,
                        "the volume is published for writing on node "
                                + other.getKey().node() + ", and "
                                + other.getKey().capability().mode() + " allows one such node"));
    }

    private static boolean writes(Publication publication, Target target) {
        return !publication.onlyReads()
                && !target.readOnly()
                && !target.capability().readOnly();
    }

    private static boolean shares(Capability capability) {
        return capability.mode().manyTargetsOnNode();
    }

    private static Optional<Refusal> exceeding(Publication publication, Capability wanted) {
        if (publication.capability().covers(wanted)) return Optional.empty();
        return Optional.of(new Refusal(
                Reason.FAILED_PRECONDITION,
                "volume_capability: the volume is published to this node as "
                        + publication.capability().text() + ", which does not include " + wanted.text()));
    }

    private static Refuse refuse(Reason reason, String message) {
        return new Refuse(new Refusal(reason, message));
    }
}
