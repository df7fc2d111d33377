package io.hawser.volume.lifecycle;

import io.hawser.message.Truncated;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.Conditions.Condition;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Conditions of a volume on one node. */
final class NodeConditions {
    private NodeConditions() {}

    static List<Condition> of(Publication publication, Conditions.Input input, DecisionContext decision) {
        List<Condition> conditions = new ArrayList<>();
        Scene scene = new Scene(publication, input, decision);
        Optional<Condition> failure = Conditions.failure(
                publication.retry(), publication.uncertain(), Optional.of(publication.node()), publication.since());
        failure.ifPresent(conditions::add);
        switch (publication.state()) {
            case PENDING_PUBLISH -> scene.attaching().ifPresent(conditions::add);
            case PUBLISHED, PENDING_NODE_UNPUBLISH -> scene.onNode().ifPresent(conditions::add);
            case PENDING_UNPUBLISH -> scene.leaving().ifPresent(conditions::add);
            case UNCONFIRMED_DETACH -> {}
        }
        if (publication.unconfirmed()
                && !publication.mounts().nothingLeft()
                && !(publication.state() == State.UNCONFIRMED_DETACH
                        && input.inputs().destroyed(publication.node()))) {
            conditions.add(scene.condition(ConditionType.UNCONFIRMED_DETACH, scene.unconfirmed()));
        }
        if (publication.mounts().reportedGeneration() > decision.latestGeneration()) {
            conditions.add(scene.condition(
                    ConditionType.GENERATION_AHEAD,
                    "the node's report has generation " + publication.mounts().reportedGeneration()
                            + ", more than a day ahead of the database's clock, and is ignored: set that clock, or look"
                            + " at what the agent there has read"));
        }
        return conditions;
    }

    /** Orphaned mounts, one condition per node; most are resolved within seconds. */
    static List<Condition> orphans(VolumeInputs inputs) {
        return inputs.orphans().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(orphan -> new Condition(
                        ConditionType.ORPHANED_MOUNT,
                        Optional.of(orphan.getKey()),
                        "the volume is mounted or attached there, and no record explains why; "
                                + (orphan.getValue().message().isEmpty()
                                        ? "the node is answered once everything that was written before has been read"
                                        : orphan.getValue().message()),
                        Optional.of(orphan.getValue().since())))
                .toList();
    }

    private record Scene(Publication publication, Conditions.Input input, DecisionContext decision) {
        private Condition condition(ConditionType type, String message) {
            return new Condition(type, Optional.of(publication.node()), message, publication.since());
        }

        private Optional<Condition> attaching() {
            PluginName plugin = input.volume().plugin();
            if (publication.csiNodeId().isEmpty()) {
                return Optional.of(condition(
                        ConditionType.NODE_ID_UNKNOWN,
                        "plugin " + plugin + " has not said how it calls this node: the volume is attached once"
                                + " the plugin runs there (./hawser plugin status " + plugin + ")"));
            }
            return isTriedAgain()
                    ? Optional.empty()
                    : Optional.of(condition(ConditionType.ATTACHING, called("ControllerPublishVolume")));
        }

        /** A fence that was taken back leaves the volume attached: it waits for the node, like any other. */
        private Optional<Condition> leaving() {
            return input.inputs().mayDetach(publication) || isCalling()
                    ? Optional.of(condition(
                            ConditionType.DETACHING, called("ControllerUnpublishVolume") + ifDetachedByHand()))
                    : onNode();
        }

        private String ifDetachedByHand() {
            return publication.retry().attempt() == 0 || publication.forget().isDetached()
                    ? ""
                    : "; if you have detached it from there at the storage system, run ./hawser volume forget-mount "
                            + input.volume().name() + " --node " + publication.node() + " --detached";
        }

        /** What is said of it changes neither when the call begins nor when it fails: each try would be published. */
        private boolean isTriedAgain() {
            return !publication.retry().failure().isEmpty() && input.inputs().reachable();
        }

        private boolean isCalling() {
            return input.volume()
                    .call()
                    .flatMap(call -> call.operation().node())
                    .filter(publication.node()::equals)
                    .isPresent();
        }

        private String called(String rpc) {
            PluginName plugin = input.volume().plugin();
            if (isTriedAgain()) {
                return rpc + " has failed; it is made again until it succeeds";
            }
            if (isCalling()) {
                return rpc + " has not answered; it is made again if it does not before its time is over";
            }
            return input.inputs().reachable()
                    ? rpc + " is still to be made: it waits for its turn"
                    : rpc + " waits for a healthy controller of plugin " + plugin
                            + (rpc.equals("ControllerUnpublishVolume") ? "; a removal with force does not" : "");
        }

        /**
         * The condition that follows from the node's report on the present generation; empty = the node did all that it
         * should.
         */
        private Optional<Condition> onNode() {
            boolean leaving = publication.state() != State.PUBLISHED;
            Optional<MountReport> answer = publication
                    .mounts()
                    .believable(decision)
                    .filter(report -> report.getGeneration() >= publication.generation());
            if (answer.isEmpty()) {
                String unanswered = "its agent has not answered generation " + publication.generation();
                return Optional.of(said().map(message -> condition(
                                ConditionType.NODE_FAILING,
                                unanswered + ", and says: " + Truncated.of(message) + (leaving ? byHand() : "")))
                        .orElseGet(() -> condition(
                                ConditionType.NODE_SILENT,
                                unanswered
                                        + (isHeard()
                                                ? "; it is heard, and may wait for its topics (./hawser status)"
                                                : ifLost()))));
            }
            Optional<String> message = message(answer.get());
            if (message.isPresent()) {
                return Optional.of(
                        condition(ConditionType.NODE_FAILING, Truncated.of(message.get()) + (leaving ? byHand() : "")));
            }
            if (leaving) {
                return Optional.of(
                        condition(ConditionType.LETTING_GO, "the node has not unmounted the volume yet" + byHand()));
            }
            boolean releasing = claims().anyMatch(claim -> claim.state() == Claim.State.RELEASING);
            if (releasing) {
                return Optional.of(
                        condition(ConditionType.LETTING_GO, "a task's mount is being taken down" + byHand()));
            }
            return claims().anyMatch(claim -> claim.path().isEmpty())
                    ? Optional.of(condition(ConditionType.MOUNTING, "the node has not mounted the volume yet"))
                    : Optional.empty();
        }

        /** Why the agent does not answer, in its own words; one that is not heard may have said that long ago. */
        private Optional<String> said() {
            return publication
                    .mounts()
                    .believable(decision)
                    .map(MountReport::getMessage)
                    .filter(says -> !says.isEmpty() && isHeard());
        }

        private Stream<Claim> claims() {
            return input.claims().stream().filter(claim -> claim.node().equals(publication.node()));
        }

        private static Optional<String> message(MountReport report) {
            return Stream.concat(
                            Stream.of(report.getMessage()),
                            report.getTargetsList().stream().map(MountedTarget::getMessage))
                    .filter(text -> !text.isEmpty())
                    .findFirst();
        }

        private String byHand() {
            return "; if its plugin is gone for good, unmount it there and run ./hawser volume forget-mount "
                    + input.volume().name() + " --node " + publication.node() + (isHeard() ? "" : ifLost());
        }

        /** A machine whose agent is heard is not lost: a fence would detach volumes from a node that still writes. */
        private boolean isHeard() {
            VolumeInputs.NodeFacts node = input.inputs().node(publication.node());
            return node.heard() && node.unconfirmed().isEmpty();
        }

        /** A fence that is already requested is not suggested again. */
        private String ifLost() {
            return input.inputs()
                    .node(publication.node())
                    .unconfirmed()
                    .map(since -> "; its fence, written at " + since.truncatedTo(ChronoUnit.SECONDS)
                            + ", has no effect yet (./hawser node list says what it waits for)")
                    .orElse("; if the machine is lost, fence the node");
        }

        private String unconfirmed() {
            String waits = "the node was fenced and has not yet reported that nothing is left: no task gets the volume"
                    + " there before it has";
            if (input.inputs().node(publication.node()).fenced()) {
                return waits + ". If it never comes back, remove the fenced node from the inventory";
            }
            String attached = publication.state() == State.PENDING_UNPUBLISH && !isCalling()
                    ? ", and the volume is not detached before that report or a new fence"
                    : "";
            return waits + attached
                    + ". The fence was taken back, so a removal and a single-node volume's tasks elsewhere wait, too"
                    + (isHeard() ? "" : ifLost());
        }
    }
}
