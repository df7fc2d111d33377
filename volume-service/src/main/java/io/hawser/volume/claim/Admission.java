package io.hawser.volume.claim;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Scope;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether one mount may have one volume on one node now. Each refusal names its rule in words. */
final class Admission {
    private Admission() {}

    static Optional<Obstacle> refusal(Claim claim, VolumeView volume, NodeView node) {
        return LostLifeUsers.isThere(claim, volume) ? Optional.empty() : ofNewUser(claim, volume, node);
    }

    private static Optional<Obstacle> ofNewUser(Claim claim, VolumeView volume, NodeView node) {
        return ofVolume(volume)
                .or(() -> MountRequest.refusal(claim, volume))
                .or(() -> ofNode(volume, node))
                .or(() -> ofPlace(volume, node))
                .or(() -> ofPublication(volume, node))
                .or(() -> ofUnexplained(claim, volume, node))
                .or(() -> ofScope(volume, node))
                .or(() -> isOnOneOfItsNodes(claim, volume) ? Optional.empty() : ofSharing(claim, volume))
                .or(() -> ofFlags(claim, volume, node))
                .or(() -> ofTargets(claim, volume, node))
                .or(() -> ofAge(claim, volume, node));
    }

    /** Another task with a mount there begins a publication, whose assignment would take the mount of this one. */
    private static boolean isOnOneOfItsNodes(Claim claim, VolumeView volume) {
        return volume.spec().getScope() == Scope.SCOPE_MULTI_NODE && LostLifeUsers.isReported(claim, volume);
    }

    private static Optional<Obstacle> ofVolume(VolumeView volume) {
        if (volume.volume().removal().isPresent()) {
            return refused(Reason.VOLUME_BEING_REMOVED, "volume " + volume.name() + " is being removed");
        }
        if (!volume.volume().provision().created()) {
            return refused(Reason.VOLUME_NOT_CREATED, "volume " + volume.name() + " is being created");
        }
        return switch (volume.spec().getAvailability()) {
            case VOLUME_AVAILABILITY_PAUSE ->
                refused(Reason.VOLUME_NOT_ACTIVE, "volume " + volume.name() + " is paused");
            case VOLUME_AVAILABILITY_DRAIN ->
                refused(Reason.VOLUME_NOT_ACTIVE, "volume " + volume.name() + " is being drained");
            case VOLUME_AVAILABILITY_ACTIVE, VOLUME_AVAILABILITY_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }

    private static Optional<Obstacle> ofNode(VolumeView volume, NodeView view) {
        if (view.node().isEmpty()) {
            return refused(Reason.NODE_NOT_FOUND, "node " + view.name() + " is not known");
        }
        Node node = view.node().get();
        if (node.getFenced()) {
            return refused(Reason.NODE_NOT_READY, "node " + view.name() + " is fenced");
        }
        if (!view.suspect().isEmpty()) {
            return refused(Reason.NODE_NOT_READY, "node " + view.name() + " is suspect: " + view.suspect());
        }
        if (node.getAvailability() == NodeAvailability.NODE_AVAILABILITY_PAUSE
                || node.getAvailability() == NodeAvailability.NODE_AVAILABILITY_DRAIN) {
            return refused(Reason.NODE_UNSCHEDULABLE, "node " + view.name() + " takes no new volumes");
        }
        Fingerprint nodePlugin = view.nodePlugins().get(volume.plugin());
        if (nodePlugin == null) {
            return refused(Reason.PLUGIN_NOT_FOUND, "node " + view.name() + " does not run plugin " + volume.plugin());
        }
        if (!nodePlugin.getHealthy()) {
            return refused(
                    Reason.PLUGIN_UNHEALTHY,
                    "plugin " + volume.plugin() + " on node " + view.name() + " is unhealthy: "
                            + nodePlugin.getMessage());
        }
        return volume.isReachableFrom(nodePlugin.getTopology())
                ? Optional.empty()
                : refused(
                        Reason.NOT_REACHABLE,
                        "volume " + volume.name() + " is not reachable from node " + view.name() + " (topology)");
    }

    private static Optional<Obstacle> ofPlace(VolumeView volume, NodeView view) {
        PluginName plugin = volume.plugin();
        long limit = Objects.requireNonNull(view.nodePlugins().get(plugin)).getMaxVolumes();
        var used = view.used().getOrDefault(plugin, Set.of());
        if (limit > 0 && !used.contains(volume.name()) && used.size() >= limit) {
            return refused(
                    Reason.VOLUME_LIMIT,
                    "node " + view.name() + " has " + used.size() + " of at most " + limit + " volumes of plugin "
                            + plugin);
        }
        return Optional.empty();
    }

    private static Optional<Obstacle> ofPublication(VolumeView volume, NodeView node) {
        Publication publication = volume.publications().get(node.name());
        if (publication == null) {
            return Optional.empty();
        }
        return switch (publication.state()) {
            case PENDING_PUBLISH, PUBLISHED, PENDING_NODE_UNPUBLISH -> Optional.empty();
            case PENDING_UNPUBLISH ->
                occupied("volume " + volume.name() + " is being detached from node " + node.name());
            case UNCONFIRMED_DETACH ->
                refused(
                        Reason.NOT_CONFIRMED,
                        "node " + node.name() + " was fenced and has not yet reported that nothing of volume "
                                + volume.name() + " is left");
        };
    }

    /**
     * What a restored database does not know of is in another task's way: with other flags, or of a task that runs. Not
     * an occupancy: the task that uses it would wait behind this one.
     */
    private static Optional<Obstacle> ofUnexplained(Claim claim, VolumeView volume, NodeView node) {
        return Optional.ofNullable(volume.unexplained().get(node.name()))
                .filter(mount -> !mount.mayBeUsedBy(claim.targetId()))
                .flatMap(mount -> refused(
                        Reason.NOT_CONFIRMED,
                        "node " + node.name() + " still has something of volume " + volume.name()
                                + " that no record explains"));
    }

    private static Optional<Obstacle> ofScope(VolumeView volume, NodeView node) {
        if (volume.spec().getScope() == Scope.SCOPE_MULTI_NODE) {
            return Optional.empty();
        }
        Optional<Publication> unconfirmed = volume.publications().values().stream()
                .filter(other -> other.state() == Publication.State.UNCONFIRMED_DETACH)
                // A fenced node cannot write any more, even without its report.
                .filter(other -> !volume.fenced().contains(other.node()))
                .findFirst();
        if (unconfirmed.isPresent()) {
            return refused(
                    Reason.NOT_CONFIRMED,
                    "volume " + volume.name() + " is single-node, and node "
                            + unconfirmed.get().node()
                            + ", which is no longer fenced and has not yet reported that nothing of it"
                            + " is left");
        }
        Optional<NodeName> elsewhere = volume.publications().values().stream()
                .filter(other -> other.state() != Publication.State.UNCONFIRMED_DETACH)
                .map(Publication::node)
                .filter(other -> !other.equals(node.name()))
                .findFirst()
                .or(() -> volume.unexplained().keySet().stream()
                        .filter(other -> !other.equals(node.name()))
                        .findFirst())
                .or(() -> holders(volume)
                        .filter(claim -> !claim.node().equals(node.name()))
                        .map(Claim::node)
                        .findFirst());
        return elsewhere.flatMap(
                other -> occupied("volume " + volume.name() + " is single-node and is still on node " + other));
    }

    private static Optional<Obstacle> ofSharing(Claim claim, VolumeView volume) {
        // What the task still has on another node is another user: its record may name a new node while it runs.
        List<Claim> others = holders(volume)
                .filter(other ->
                        !other.task().equals(claim.task()) || !other.node().equals(claim.node()))
                .toList();
        return switch (volume.spec().getSharing()) {
            case SHARING_NONE, SHARING_UNSPECIFIED, UNRECOGNIZED ->
                others.stream()
                        .findFirst()
                        .flatMap(other -> occupied(
                                "volume " + volume.name() + " is exclusive and task " + other.task() + " holds it"))
                        .or(() -> LostLifeUsers.undecided(volume));
            case SHARING_ONE_WRITER ->
                claim.readOnly()
                        ? Optional.empty()
                        : others.stream()
                                .filter(other -> !other.readOnly())
                                .findFirst()
                                .flatMap(writer -> occupied("volume " + volume.name() + " has one writer, and task "
                                        + writer.task() + " on node " + writer.node() + " is it"))
                                .or(() -> LostLifeUsers.undecided(volume))
                                .or(() -> LostLifeUsers.unclaimedWriter(volume, claim.node()));
            case SHARING_READ_ONLY, SHARING_ALL -> Optional.empty();
        };
    }

    /**
     * CSI keeps one capability per volume and node, flags included: the first task there fixes them for attach, stage
     * and publish.
     */
    private static Optional<Obstacle> ofFlags(Claim claim, VolumeView volume, NodeView view) {
        Optional<Claim> other = holders(volume)
                .filter(holder ->
                        holder.node().equals(view.name()) && !holder.flags().equals(claim.flags()))
                .findFirst();
        if (other.isPresent()) {
            String has = " has volume " + volume.name() + " with other mount flags on node " + view.name();
            TaskName task = other.get().task();
            return task.equals(claim.task())
                    ? refused(Reason.NOT_ALLOWED, "another mount of this task" + has)
                    : occupied("task " + task + has);
        }
        return Optional.ofNullable(volume.publications().get(view.name()))
                .flatMap(there -> there.options().flags())
                .filter(flags -> !flags.equals(claim.flags()))
                .flatMap(flags -> occupied(
                        "volume " + volume.name() + " is still on node " + view.name() + " with other mount flags"));
    }

    /**
     * A second target on one node needs an access mode for it (CSI, NodePublishVolume: FAILED_PRECONDITION otherwise):
     * any multi-node mode, or SINGLE_NODE_MULTI_WRITER if the volume is or will be used there with that.
     */
    private static Optional<Obstacle> ofTargets(Claim claim, VolumeView volume, NodeView view) {
        PluginName plugin = volume.plugin();
        if (manyTargets(volume, view)) {
            return Optional.empty();
        }
        String shows = "plugin " + plugin + " shows volume " + volume.name() + " at one place of a node, and task ";
        return holders(volume)
                .findFirst()
                .flatMap(other -> other.task().equals(claim.task())
                        ? refused(Reason.NOT_ALLOWED, shows + claim.task() + " wants it at two")
                        : occupied(shows + other.task() + " has it"));
    }

    private static boolean manyTargets(VolumeView volume, NodeView view) {
        if (volume.spec().getScope() == Scope.SCOPE_MULTI_NODE) {
            return true;
        }
        return switch (volume.spec().getSharing()) {
            case SHARING_ONE_WRITER, SHARING_ALL ->
                volume.multiWriterOn(
                        view.name(), Objects.requireNonNull(view.nodePlugins().get(volume.plugin())));
            case SHARING_NONE, SHARING_READ_ONLY, SHARING_UNSPECIFIED, UNRECOGNIZED -> false;
        };
    }

    /**
     * No task delays another that has waited longer and waits only for this volume's present users. A task whose mount
     * is or may be there although no record explains it is such a user: the other one waits for the end of that mount.
     */
    private static Optional<Obstacle> ofAge(Claim claim, VolumeView volume, NodeView node) {
        UnexplainedMount mount = volume.unexplained().get(node.name());
        if (mount != null && mount.mayBeUsedBy(claim.targetId())) {
            return Optional.empty();
        }
        return volume.claims().stream()
                .filter(older -> older.awaits().contains(volume.name()))
                .filter(older -> older.requestedAt() < claim.requestedAt()
                        && !older.task().equals(claim.task()))
                .filter(older -> keepsOut(claim, older, volume, node))
                .findFirst()
                .flatMap(older -> occupied("task " + older.task() + " has waited longer for volume " + volume.name()));
    }

    /** Whether the older claim cannot have the volume while this one has it. */
    private static boolean keepsOut(Claim claim, Claim older, VolumeView volume, NodeView node) {
        VolumeView held = volume.heldBy(claim.granted(volume.name()));
        if (ofSharing(older, held).isPresent()) {
            return true;
        }
        return older.node().equals(claim.node())
                ? ofFlags(older, held, node).isPresent()
                        || ofTargets(older, held, node).isPresent()
                : volume.spec().getScope() != Scope.SCOPE_MULTI_NODE;
    }

    static Stream<Claim> holders(VolumeView volume) {
        return volume.claims().stream().filter(Claim::holds);
    }

    static Optional<Obstacle> refused(Reason reason, String message) {
        return Optional.of(new Obstacle(reason, message));
    }

    /** The volume's present users are the reason. */
    static Optional<Obstacle> occupied(String message) {
        return refused(Reason.VOLUME_IN_USE, message);
    }

    static boolean isOccupancy(Obstacle obstacle) {
        return obstacle.reason() == Reason.VOLUME_IN_USE;
    }
}
