package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import com.google.protobuf.ProtocolMessageEnum;
import io.grpc.Status.Code;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Deed;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.Tables;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.strict.CapabilityProfiles;
import io.hawser.strict.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.Accepted;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.Mounted;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Network;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.hawser.v1.PublicationState;
import io.hawser.v1.Rejected;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeInfo;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumePolicy;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The life of one volume, {@code v}, step by step, as Hawser leads it when all is well. */
final class Story {
    static final String VOLUME = "v";
    static final String UID = "u1";
    static final String CSI_NAME = "hawser-u1";
    static final String VOLUME_ID = "id-1";
    /** A condition that has no sentence. */
    static final String MUTE = "Mute";

    static final Map<String, String> CONTEXT = Map.of("device", "sdb");

    final Scene scene = new Scene();
    private final VolumeSpec spec;

    Story() {
        this(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ONE_WRITER);
    }

    Story(Scope scope, Sharing sharing) {
        this.spec = VolumeSpec.newBuilder()
                .setPlugin(Scene.PLUGIN)
                .setScope(scope)
                .setSharing(sharing)
                .build();
    }

    History history() {
        return scene.history();
    }

    static String staging() {
        return "/n/volumes/" + VOLUME + "/" + UID + "/staging";
    }

    static String target(String id) {
        return "/n/volumes/" + VOLUME + "/" + UID + "/targets/" + id;
    }

    // What the topics say.

    Story commanded(String id) {
        scene.does(new Deed.Commanded(scene.now().wall(), id, "hawser.v1.CreateVolume", VOLUME));
        write(
                HawserTopic.VOLUME_COMMANDS,
                VOLUME,
                id,
                CreateVolume.newBuilder().setName(VOLUME).setSpec(spec).build());
        return this;
    }

    Story accepted(String id) {
        write(
                HawserTopic.COMMAND_RESULTS,
                id,
                id,
                CommandResult.newBuilder()
                        .setCommandId(id)
                        .setAccepted(Accepted.getDefaultInstance())
                        .build());
        return this;
    }

    /** A command to create that can be read and not be obeyed. */
    Story misunderstood(String id) {
        scene.writesInvalid(HawserTopic.VOLUME_COMMANDS, VOLUME, id, CreateVolume.getDefaultInstance());
        return this;
    }

    Story rejected(String id) {
        write(
                HawserTopic.COMMAND_RESULTS,
                id,
                id,
                CommandResult.newBuilder()
                        .setCommandId(id)
                        .setRejected(Rejected.getDefaultInstance())
                        .build());
        return this;
    }

    Story known() {
        write(
                HawserTopic.VOLUMES,
                VOLUME,
                "",
                Volume.newBuilder().setName(VOLUME).setUid(UID).setSpec(spec).build());
        return this;
    }

    /** What everybody is told: created, under this id, and published on these nodes. */
    Story told(String volumeId, String... nodes) {
        write(
                HawserTopic.VOLUMES,
                VOLUME,
                "",
                Volume.newBuilder()
                        .setName(VOLUME)
                        .setUid(UID)
                        .setSpec(spec)
                        .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                        .setInfo(VolumeInfo.newBuilder().setVolumeId(volumeId))
                        .addAllNodes(Stream.of(nodes)
                                .map(node -> VolumeOnNode.newBuilder()
                                        .setNode(node)
                                        .setState(PublicationState.PUBLICATION_STATE_PUBLISHED)
                                        .build())
                                .toList())
                        .build());
        return this;
    }

    /**
     * What everybody is told of a volume that is on its way, or stands.
     *
     * @param conditions a type each, such as {@code Uncertain}, or with its node: {@code Attaching@n1}
     */
    Story standing(VolumePhase phase, PublicationState onNode, String... conditions) {
        write(
                HawserTopic.VOLUMES,
                VOLUME,
                "",
                Volume.newBuilder()
                        .setName(VOLUME)
                        .setPhase(phase)
                        .addNodes(VolumeOnNode.newBuilder().setNode("n1").setState(onNode))
                        .addAllConditions(Stream.of(conditions)
                                .map(condition -> (condition + "@").split("@", -1))
                                .map(condition -> VolumeCondition.newBuilder()
                                        .setType(condition[0])
                                        .setNode(condition[1])
                                        .setMessage(MUTE.equals(condition[0]) ? "" : "it says why")
                                        .build())
                                .toList())
                        .build());
        return this;
    }

    /** What everybody is told of a task: it has the volume at this target of its node. */
    Story toldMounted(String task, String node, String target) {
        write(
                HawserTopic.TASK_VOLUMES,
                task,
                "",
                TaskVolumes.newBuilder()
                        .setTask(task)
                        .setNode(node)
                        .addMounts(TaskVolume.newBuilder()
                                .setVolume(VOLUME)
                                .setMounted(Mounted.newBuilder().setPath(target(target))))
                        .build());
        return this;
    }

    /** A task that does not have its mount yet. */
    Story waiting(TaskVolume.Builder mount) {
        write(
                HawserTopic.TASK_VOLUMES,
                "t",
                "",
                TaskVolumes.newBuilder()
                        .setTask("t")
                        .setNode("n1")
                        .addMounts(mount.setVolume(VOLUME))
                        .build());
        return this;
    }

    Story removalCommanded(String id, String source) {
        scene.writes(
                HawserTopic.VOLUME_COMMANDS,
                VOLUME,
                id,
                source,
                RemoveVolume.newBuilder().setName(VOLUME).build());
        return this;
    }

    Story assigned(String node, long generation, String... targets) {
        write(
                HawserTopic.ASSIGNMENTS,
                node + "/" + VOLUME,
                "",
                Assignment.newBuilder()
                        .setNode(node)
                        .setVolume(VOLUME)
                        .setUid(UID)
                        .setGeneration(generation)
                        .setNothing(targets.length == 0)
                        .addAllTargets(Stream.of(targets)
                                .map(id -> AssignmentTarget.newBuilder()
                                        .setId(id)
                                        .setTask(id)
                                        .build())
                                .toList())
                        .build());
        return this;
    }

    Story nothingLeft(String node, long generation) {
        return reports(node, generation, true);
    }

    /** The node has read this and has something. */
    Story reported(String node, long generation) {
        return reports(node, generation, false);
    }

    /** The node has read this and has these mounted. */
    Story reportedMounted(String node, long generation, String... targets) {
        return reports(node, generation, false, targets);
    }

    /** The agent of this root, which is not the node's, says that it has nothing. */
    Story nothingLeftAtStranger(String root, String node, long generation) {
        scene.does(new Deed.StrangerSpeaks(scene.now().wall(), node, root));
        return reports(root, node, generation, true);
    }

    private Story reports(String node, long generation, boolean nothingLeft, String... targets) {
        return reports("root-of-" + node, node, generation, nothingLeft, targets);
    }

    private Story reports(String root, String node, long generation, boolean nothingLeft, String... targets) {
        write(
                HawserTopic.MOUNTS,
                node + "/" + VOLUME,
                "",
                MountReport.newBuilder()
                        .setAgent(AgentIdentity.newBuilder().setRoot(root))
                        .setNode(node)
                        .setVolume(VOLUME)
                        .setUid(UID)
                        .setGeneration(generation)
                        .setNothingLeft(nothingLeft)
                        .addAllTargets(Stream.of(targets)
                                .map(id -> MountedTarget.newBuilder()
                                        .setId(id)
                                        .setPath(target(id))
                                        .setState(MountState.MOUNT_STATE_MOUNTED)
                                        .build())
                                .toList())
                        .build());
        return this;
    }

    Story node(String name, boolean fenced) {
        write(
                HawserTopic.NODES,
                name,
                "",
                Node.newBuilder().setName(name).setFenced(fenced).build());
        return this;
    }

    /** A node's record under the key of another. */
    Story foreignNode(String key, String id) {
        write(HawserTopic.NODES, key, id, Node.newBuilder().setName("n1").build());
        return this;
    }

    Story task(String name, TaskState state) {
        write(
                HawserTopic.TASKS,
                name,
                "",
                Task.newBuilder()
                        .setName(name)
                        .setService("s")
                        .setObserved(state)
                        .build());
        return this;
    }

    Story service(boolean pendingDelete) {
        write(
                HawserTopic.SERVICES,
                "s",
                "",
                Service.newBuilder()
                        .setName("s")
                        .setPendingDelete(pendingDelete)
                        .addVolumes(
                                ServiceVolume.newBuilder().setName(VOLUME).setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                        .build());
        return this;
    }

    Story givenFree() {
        return givenFree(1);
    }

    Story givenFree(long revision) {
        write(
                HawserTopic.DEALLOCATIONS,
                "service/s",
                "",
                Deallocation.newBuilder().setService("s").setRevision(revision).build());
        return this;
    }

    /** One that service {@code s} may be on. */
    Story network(boolean pendingDelete) {
        write(
                HawserTopic.NETWORKS,
                "n",
                "",
                Network.newBuilder()
                        .setName("n")
                        .setPendingDelete(pendingDelete)
                        .build());
        return this;
    }

    Story serviceOnNetwork() {
        write(
                HawserTopic.SERVICES,
                "s",
                "",
                Service.newBuilder().setName("s").addNetworks("n").build());
        return this;
    }

    Story networkGivenFree(long revision) {
        write(
                HawserTopic.DEALLOCATIONS,
                "network/n",
                "",
                Deallocation.newBuilder().setNetwork("n").setRevision(revision).build());
        return this;
    }

    private void write(HawserTopic topic, String key, String id, Message message) {
        scene.writes(topic, key, id, "", message);
    }

    /** plugin-registry's record of the plugin: the instance {@code i}, at this endpoint. */
    Story toldPlugin(String version, String endpoint, boolean healthy) {
        write(
                HawserTopic.PLUGINS,
                Scene.PLUGIN,
                "",
                Plugin.newBuilder()
                        .setName(Scene.PLUGIN)
                        .setCurrent(healthy ? "i" : "")
                        .setEndpoint(endpoint)
                        .setVendorVersion(version)
                        .addAllControllerCapabilities(
                                numbers(CapabilityProfiles.full().controller()))
                        .addInstances(PluginInstance.newBuilder()
                                .setName("i")
                                .setController(true)
                                .setHealthy(healthy))
                        .build());
        return this;
    }

    /** The agents of both nodes have the plugin in this version. */
    Story found(String version, boolean healthy) {
        Scene.NODES
                .values()
                .forEach(node -> write(
                        HawserTopic.FINGERPRINTS,
                        node + "/" + Scene.PLUGIN,
                        "",
                        Fingerprint.newBuilder()
                                .setNode(node)
                                .setPlugin(Scene.PLUGIN)
                                .setVendorVersion(version)
                                .setHealthy(healthy)
                                .addAllNodeCapabilities(
                                        numbers(CapabilityProfiles.full().node()))
                                .build()));
        return this;
    }

    private static List<Integer> numbers(Set<? extends ProtocolMessageEnum> types) {
        return types.stream().map(ProtocolMessageEnum::getNumber).toList();
    }

    /** A node's agent expects the plugin no more. */
    Story forgotten(String node) {
        scene.deletes(HawserTopic.FINGERPRINTS, node + "/" + Scene.PLUGIN);
        return this;
    }

    Story runs(String version, boolean relayed) {
        scene.running(version, relayed);
        return this;
    }

    // What the plugin sees.

    long creating() {
        return scene.arrives(
                Rpc.CREATE_VOLUME,
                CreateVolumeRequest.newBuilder().setName(CSI_NAME).build(),
                "");
    }

    Story created() {
        scene.ends(
                creating(),
                Code.OK,
                true,
                Effect.WHOLE,
                Optional.of(CreateVolumeResponse.newBuilder()
                        .setVolume(io.hawser.csi.v1.Volume.newBuilder().setVolumeId(VOLUME_ID))
                        .build()));
        return this;
    }

    Story attached(String node) {
        return done(attaching(node));
    }

    long attaching(String node) {
        return scene.arrives(
                Rpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setNodeId("strict-" + node)
                        .build(),
                "");
    }

    Story staged(String node) {
        return done(staging(node));
    }

    long staging(String node) {
        return scene.arrives(
                Rpc.NODE_STAGE_VOLUME,
                NodeStageVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setStagingTargetPath(staging())
                        .build(),
                "strict-" + node);
    }

    Story published(String node, String target) {
        return published(node, target, false);
    }

    Story published(String node, String target, boolean readOnly) {
        return done(scene.arrives(
                Rpc.NODE_PUBLISH_VOLUME,
                NodePublishVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setStagingTargetPath(staging())
                        .setTargetPath(target(target))
                        .setReadonly(readOnly)
                        .build(),
                "strict-" + node));
    }

    Story unpublished(String node, String target) {
        return done(unpublishing(node, target));
    }

    long unpublishing(String node, String target) {
        return scene.arrives(
                Rpc.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setTargetPath(target(target))
                        .build(),
                "strict-" + node);
    }

    Story unstaged(String node) {
        return done(unstaging(node));
    }

    long unstaging(String node) {
        return scene.arrives(
                Rpc.NODE_UNSTAGE_VOLUME,
                NodeUnstageVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setStagingTargetPath(staging())
                        .build(),
                "strict-" + node);
    }

    /** Its machine is destroyed. */
    Story wiped(String node) {
        scene.happens(new Event.PluginChanged("wiped strict-" + node, scene.now()));
        return this;
    }

    Story detached(String node) {
        return done(scene.arrives(
                Rpc.CONTROLLER_UNPUBLISH_VOLUME,
                ControllerUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(VOLUME_ID)
                        .setNodeId("strict-" + node)
                        .build(),
                ""));
    }

    Story deleted() {
        return done(scene.arrives(
                Rpc.DELETE_VOLUME,
                DeleteVolumeRequest.newBuilder().setVolumeId(VOLUME_ID).build(),
                ""));
    }

    Story done(long call) {
        return ended(call, Code.OK, Effect.WHOLE);
    }

    Story ended(long call, Code code, Effect effect) {
        scene.ends(call, code, true, effect, Optional.empty());
        return this;
    }

    // What else there is to be seen.

    Story mounted(Map<String, List<String>> idsByNode) {
        Map<String, List<String>> paths = new TreeMap<>();
        idsByNode.forEach((node, ids) -> paths.put(
                node, ids.stream().map(id -> "volumes/v/u1/targets/" + id).toList()));
        scene.mounted(paths);
        return this;
    }

    Story holding(Map<String, Map<String, String>> attached) {
        scene.holds(new HeldVolume(VOLUME_ID, CSI_NAME, attached, Map.of(), Map.of()));
        return this;
    }

    /** Attached and staged on this node, and published at these targets. */
    Story holdingOn(String node, String... targets) {
        String id = "strict-" + node;
        scene.holds(new HeldVolume(
                VOLUME_ID,
                CSI_NAME,
                Map.of(id, CONTEXT),
                Map.of(id, staging()),
                targets.length == 0
                        ? Map.of()
                        : Map.of(id, Stream.of(targets).map(Story::target).collect(Collectors.toSet()))));
        return this;
    }

    Story quiet(List<Tables.VolumeLine> volumes, List<Tables.PublicationLine> publications) {
        scene.quiet(volumes, publications, Map.of("volume_service", 0L));
        return this;
    }

    Tables.VolumeLine row() {
        return row(Tables.Retry.NONE);
    }

    Tables.VolumeLine row(Tables.Retry retry) {
        return row(true, VOLUME_ID, retry);
    }

    Tables.VolumeLine row(boolean created, String volumeId) {
        return row(created, volumeId, Tables.Retry.NONE);
    }

    private Tables.VolumeLine row(boolean created, String volumeId, Tables.Retry retry) {
        return new Tables.VolumeLine(VOLUME, UID, spec, "c1", created, false, volumeId, retry, false, false);
    }

    Tables.PublicationLine publication(String node, String state) {
        return new Tables.PublicationLine(
                VOLUME, node, state, "strict-" + node, CONTEXT, 1, Set.of(), true, false, false, Tables.Retry.NONE);
    }

    // Parts of a life that are the same in most stories.

    Story born() {
        return commanded("c1").accepted("c1").known().created();
    }

    Story broughtTo(String node, long generation, String target) {
        return attached(node).assigned(node, generation, target).staged(node).published(node, target);
    }

    Story takenFrom(String node, long generation, String target) {
        return assigned(node, generation)
                .unpublished(node, target)
                .unstaged(node)
                .nothingLeft(node, generation)
                .detached(node);
    }
}
