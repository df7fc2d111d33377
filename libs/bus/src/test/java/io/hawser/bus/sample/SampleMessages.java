package io.hawser.bus.sample;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.*;
import java.util.List;

/**
 * One message, or one for each of its variants, of each type on each topic; every field is set in one of them. Maps
 * have one entry: the order of several is nobody's promise. Never edited, only added to: an old sample is what old
 * producers wrote.
 */
final class SampleMessages {
    private static final Timestamp AT = Timestamp.newBuilder()
            .setSeconds(1_767_225_600)
            .setNanos(500_000_000)
            .build();
    private static final String UID = "0a1b2c3d";

    private SampleMessages() {}

    /** @param name of the files */
    record SampleMessage(String name, HawserTopic topic, String key, Message message) {}

    static List<SampleMessage> all() {
        return List.of(
                of("node", HawserTopic.NODES, "node-1", node()),
                of("task", HawserTopic.TASKS, "task-1", task()),
                of("service", HawserTopic.SERVICES, "app", service()),
                of("network", HawserTopic.NETWORKS, "net", network()),
                of("create-volume-mount", HawserTopic.VOLUME_COMMANDS, "data", createMount()),
                of("create-volume-block", HawserTopic.VOLUME_COMMANDS, "disk", createBlock()),
                of("update-volume", HawserTopic.VOLUME_COMMANDS, "data", updateVolume()),
                of("remove-volume", HawserTopic.VOLUME_COMMANDS, "data", removeVolume()),
                of("register-plugin-instance", HawserTopic.PLUGIN_COMMANDS, "csi.example.org", registerPlugin()),
                of("deregister-plugin-instance", HawserTopic.PLUGIN_COMMANDS, "csi.example.org", deregisterPlugin()),
                of("volume", HawserTopic.VOLUMES, "data", volume()),
                of("task-volumes", HawserTopic.TASK_VOLUMES, "task-1", taskVolumes()),
                of("command-accepted", HawserTopic.COMMAND_RESULTS, "c-1", accepted()),
                of("command-rejected", HawserTopic.COMMAND_RESULTS, "c-2", rejected()),
                of("command-done", HawserTopic.COMMAND_RESULTS, "c-3", done()),
                of("assignment", HawserTopic.ASSIGNMENTS, "node-1/data", assignment()),
                of("assignment-block", HawserTopic.ASSIGNMENTS, "node-1/disk", assignmentBlock()),
                of("assignment-nothing", HawserTopic.ASSIGNMENTS, "node-1/data", assignmentNothing()),
                of("mount-report", HawserTopic.MOUNTS, "node-1/data", mountReport()),
                of("mount-report-nothing-left", HawserTopic.MOUNTS, "node-1/data", mountReportNothing()),
                of("fingerprint", HawserTopic.FINGERPRINTS, "node-1/csi.example.org", fingerprint()),
                of("node-heartbeat", HawserTopic.FINGERPRINTS, "node-1", heartbeat()),
                of("plugin", HawserTopic.PLUGINS, "csi.example.org", plugin()),
                of("deallocation-service", HawserTopic.DEALLOCATIONS, "service/app", deallocatedService()),
                of("deallocation-network", HawserTopic.DEALLOCATIONS, "network/net", deallocatedNetwork()),
                of("event", HawserTopic.EVENTS, "volume/data", event()),
                // What the services' own code makes of a small state, to the byte; those above set every field.
                of("volume-published", HawserTopic.VOLUMES, "data", volumePublished()),
                of(
                        "task-volumes-eviction-requested",
                        HawserTopic.TASK_VOLUMES,
                        "task-1",
                        taskVolumesEvictionRequested()),
                of("mount-report-pending", HawserTopic.MOUNTS, "node-1/data", mountReportPending()),
                of("fingerprint-healthy", HawserTopic.FINGERPRINTS, "node-1/csi.example.org", fingerprintHealthy()),
                of("plugin-healthy", HawserTopic.PLUGINS, "csi.example.org", pluginHealthy()),
                of("node-announced", HawserTopic.NODES, "node-1", nodeAnnounced()),
                of("task-placed", HawserTopic.TASKS, "task-1", taskPlaced()),
                of("task-complete", HawserTopic.TASKS, "task-1", taskComplete()),
                of("remove-volume-with-service", HawserTopic.VOLUME_COMMANDS, "scratch", removeVolumeWithService()),
                of("forget-mount", HawserTopic.VOLUME_COMMANDS, "data", forgetMount()),
                of("assignment-forget", HawserTopic.ASSIGNMENTS, "node-1/data", assignmentForget()),
                // As people are answered; no record of the topic says it.
                of("task-volumes-releasing", HawserTopic.TASK_VOLUMES, "task-1", taskVolumesReleasing()),
                of("volume-attached", HawserTopic.VOLUMES, "data", volumeAttached()),
                of("volume-on-many-nodes", HawserTopic.VOLUMES, "data", volumeOnManyNodes()),
                of("task-volumes-waiting-since", HawserTopic.TASK_VOLUMES, "task-1", taskVolumesWaitingSince()));
    }

    private static TaskVolumes taskVolumesWaitingSince() {
        TaskVolumes.Builder task = taskVolumesEvictionRequested().toBuilder();
        task.getMountsBuilder(2).getWaitingBuilder().setSince(AT);
        return task.build();
    }

    private static Volume volumeOnManyNodes() {
        return volumePublished().toBuilder()
                .setMoreNodes(9984)
                .setMoreConditions(7)
                .build();
    }

    private static Volume volumeAttached() {
        Volume.Builder volume = volumePublished().toBuilder().setMayExist(true);
        volume.getNodesBuilder(0).setCsiNodeId("i-0abc");
        return volume.build();
    }

    private static ForgetMount forgetMount() {
        return ForgetMount.newBuilder().setName("data").setNode("node-1").build();
    }

    private static Assignment assignmentForget() {
        return Assignment.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(9)
                .setNothing(true)
                .setPlugin("csi.example.org")
                .setVolumeId("vol-17")
                .setForget(true)
                .build();
    }

    private static TaskVolumes taskVolumesReleasing() {
        return TaskVolumes.newBuilder()
                .setTask("task-1")
                .setNode("node-1")
                .addMounts(mount("/data")
                        .setVolume("data")
                        .setReleasing(MountReleasing.newBuilder().setMessage("plugin csi.example.org is away")))
                .setRevision(22)
                .build();
    }

    private static Node nodeAnnounced() {
        return Node.newBuilder()
                .setName("node-1")
                .setAvailability(NodeAvailability.NODE_AVAILABILITY_ACTIVE)
                .build();
    }

    private static Task taskPlaced() {
        return task().toBuilder()
                .setObserved(TaskState.TASK_STATE_PENDING)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_RUNNING)
                .build();
    }

    private static Task taskComplete() {
        return task().toBuilder()
                .setObserved(TaskState.TASK_STATE_COMPLETE)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
    }

    private static RemoveVolume removeVolumeWithService() {
        return RemoveVolume.newBuilder().setName("scratch").build();
    }

    private static Volume volumePublished() {
        return Volume.newBuilder()
                .setName("data")
                .setUid(UID)
                .setSpec(mountSpec().toBuilder()
                        .setMount(mountAccess().toBuilder().clearMountFlags()))
                .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                .setInfo(VolumeInfo.newBuilder()
                        .setVolumeId("vol-17")
                        .setCapacityBytes(1L << 30)
                        .addAccessibleTopology(topology()))
                .addNodes(VolumeOnNode.newBuilder()
                        .setNode("node-1")
                        .setState(PublicationState.PUBLICATION_STATE_PUBLISHED)
                        .setGeneration(7))
                .addConditions(VolumeCondition.newBuilder()
                        .setType("PluginUnavailable")
                        .setMessage("no healthy controller of plugin csi.example.org"))
                .setClaims(ClaimCounts.newBuilder().setWaiting(1).setGranted(2))
                .setRevision(20)
                .build();
    }

    private static TaskVolumes taskVolumesEvictionRequested() {
        return TaskVolumes.newBuilder()
                .setTask("task-1")
                .setNode("node-1")
                .addMounts(TaskVolume.newBuilder()
                        .setSource("group:fast")
                        .setTarget("/cache")
                        .setReadOnly(true)
                        .setVolume("cache")
                        .setMounted(Mounted.newBuilder()
                                .setPath("/var/lib/hawser/volumes/cache/" + UID + "/targets/task-1.0"))
                        .setEvictionRequested(true))
                .addMounts(mount("/data").setVolume("data").setGranted(Granted.getDefaultInstance()))
                .addMounts(TaskVolume.newBuilder()
                        .setSource("late")
                        .setTarget("/late")
                        .setWaiting(Waiting.newBuilder().setMessage("volume late does not exist")))
                .setRevision(21)
                .build();
    }

    private static MountReport mountReportPending() {
        return MountReport.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(7)
                .setStaged(true)
                .addTargets(MountedTarget.newBuilder()
                        .setId("task-1")
                        .setPath("/var/lib/hawser/volumes/data/" + UID + "/targets/task-1")
                        .setState(MountState.MOUNT_STATE_MOUNTED))
                .addTargets(MountedTarget.newBuilder()
                        .setId("task-1.2")
                        .setState(MountState.MOUNT_STATE_PENDING)
                        .setMessage("UNAVAILABLE: the plugin is away"))
                .setRevision(22)
                .build();
    }

    private static Fingerprint fingerprintHealthy() {
        return fingerprint().toBuilder().clearMessage().setRevision(23).build();
    }

    private static Plugin pluginHealthy() {
        return Plugin.newBuilder()
                .setName("csi.example.org")
                .setVendorVersion("1.2.3")
                .addInstances(PluginInstance.newBuilder()
                        .setName("node-1")
                        .setNode("node-1")
                        .setEndpoint("unix:///run/csi/example.sock")
                        .setHealthy(true)
                        .setController(true)
                        .setVendorVersion("1.2.3"))
                .setCurrent("node-1")
                .setEndpoint("unix:///run/csi/example.sock")
                .addPluginCapabilities(1)
                .addControllerCapabilities(2)
                .setCapabilitiesKnown(true)
                .setControllersHealthy(1)
                .setControllersExpected(1)
                .setNodesHealthy(1)
                .setNodesExpected(2)
                .setInstancesHealthy(1)
                .setInstancesExpected(1)
                .setRevision(24)
                .build();
    }

    private static SampleMessage of(String name, HawserTopic topic, String key, Message message) {
        return new SampleMessage(name, topic, key, message);
    }

    private static Node node() {
        return Node.newBuilder()
                .setName("node-1")
                .putLabels("zone", "a")
                .setAvailability(NodeAvailability.NODE_AVAILABILITY_DRAIN)
                .setFenced(true)
                .build();
    }

    private static Task task() {
        return Task.newBuilder()
                .setName("task-1")
                .setService("app")
                .setNode("node-1")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .addMounts(TaskMount.newBuilder().setSource("data").setTarget("/data"))
                .addMounts(TaskMount.newBuilder()
                        .setSource("group:fast")
                        .setTarget("/cache")
                        .setReadOnly(true))
                .build();
    }

    private static Service service() {
        return Service.newBuilder()
                .setName("app")
                .addNetworks("net")
                .addVolumes(ServiceVolume.newBuilder().setName("data").setPolicy(VolumePolicy.VOLUME_POLICY_RETAIN))
                .addVolumes(ServiceVolume.newBuilder().setName("scratch").setPolicy(VolumePolicy.VOLUME_POLICY_DELETE))
                .setPendingDelete(true)
                .build();
    }

    private static Network network() {
        return Network.newBuilder().setName("net").setPendingDelete(true).build();
    }

    private static Topology topology() {
        return Topology.newBuilder().putSegments("example.org/zone", "a").build();
    }

    private static SecretReference secret() {
        return SecretReference.newBuilder()
                .setKey("password")
                .setName("storage-password")
                .build();
    }

    private static VolumeSpec mountSpec() {
        return VolumeSpec.newBuilder()
                .setPlugin("csi.example.org")
                .setGroup("fast")
                .putLabels("team", "blue")
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ONE_WRITER)
                .setMount(mountAccess())
                .putParameters("tier", "gold")
                .setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(1L << 30).setLimitBytes(1L << 31))
                .addSecrets(secret())
                .setTopology(TopologyRequirement.newBuilder()
                        .addRequisite(topology())
                        .addPreferred(topology()))
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_ACTIVE)
                .build();
    }

    private static MountAccess mountAccess() {
        return MountAccess.newBuilder()
                .setFsType("ext4")
                .addMountFlags("noatime")
                .setVolumeMountGroup("1000")
                .build();
    }

    private static CreateVolume createMount() {
        return CreateVolume.newBuilder().setName("data").setSpec(mountSpec()).build();
    }

    private static CreateVolume createBlock() {
        return CreateVolume.newBuilder()
                .setName("disk")
                .setSpec(VolumeSpec.newBuilder()
                        .setPlugin("csi.example.org")
                        .setScope(Scope.SCOPE_MULTI_NODE)
                        .setSharing(Sharing.SHARING_ALL)
                        .setBlock(BlockAccess.getDefaultInstance()))
                .build();
    }

    private static UpdateVolume updateVolume() {
        return UpdateVolume.newBuilder()
                .setName("data")
                .putLabels("team", "green")
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_PAUSE)
                .build();
    }

    private static RemoveVolume removeVolume() {
        return RemoveVolume.newBuilder()
                .setName("data")
                .setOnlyIfUnused(true)
                .setForce(true)
                .build();
    }

    private static RegisterPluginInstance registerPlugin() {
        return RegisterPluginInstance.newBuilder()
                .setPlugin("csi.example.org")
                .setInstance("node-1")
                .setEndpoint("unix:///run/csi/example.sock")
                .setNode("node-1")
                .build();
    }

    private static DeregisterPluginInstance deregisterPlugin() {
        return DeregisterPluginInstance.newBuilder()
                .setPlugin("csi.example.org")
                .setInstance("node-1")
                .build();
    }

    private static Volume volume() {
        return Volume.newBuilder()
                .setName("data")
                .setUid(UID)
                .setSpec(mountSpec())
                .setPhase(VolumePhase.VOLUME_PHASE_REMOVING)
                .setInfo(VolumeInfo.newBuilder()
                        .setVolumeId("vol-17")
                        .setCapacityBytes(1L << 30)
                        .addAccessibleTopology(topology()))
                .addConditions(VolumeCondition.newBuilder()
                        .setType("RemovalHeld")
                        .setNode("node-1")
                        .setMessage("held by task task-1")
                        .setSince(AT))
                .addNodes(VolumeOnNode.newBuilder()
                        .setNode("node-1")
                        .setState(PublicationState.PUBLICATION_STATE_PENDING_NODE_UNPUBLISH)
                        .setMessage("the node unmounts it")
                        .setGeneration(7))
                .setClaims(ClaimCounts.newBuilder().setWaiting(1).setGranted(2).setReleasing(3))
                .setRemovalRequested(true)
                .setRevision(1_767_225_600_000_000L)
                .build();
    }

    private static TaskVolumes taskVolumes() {
        return TaskVolumes.newBuilder()
                .setTask("task-1")
                .setNode("node-1")
                .addMounts(mount("/waiting").setWaiting(Waiting.newBuilder().setMessage("the volume is being created")))
                .addMounts(mount("/granted").setVolume("data").setGranted(Granted.getDefaultInstance()))
                .addMounts(mount("/mounted")
                        .setVolume("data")
                        .setReadOnly(true)
                        .setMounted(Mounted.newBuilder().setPath("/var/lib/hawser/data/task-1"))
                        .setEvictionRequested(true))
                .addMounts(mount("/failed")
                        .setVolume("data")
                        .setFailed(MountFailed.newBuilder().setMessage("no such device")))
                .setRevision(11)
                .build();
    }

    private static TaskVolume.Builder mount(String target) {
        return TaskVolume.newBuilder().setSource("data").setTarget(target);
    }

    private static CommandResult.Builder result(String id) {
        return CommandResult.newBuilder()
                .setCommandId(id)
                .setCommandType("hawser.v1.CreateVolume")
                .setEntity("data")
                .setRevision(12);
    }

    private static CommandResult accepted() {
        return result("c-1")
                .setAccepted(Accepted.newBuilder().setNote("held by task task-1"))
                .build();
    }

    private static CommandResult rejected() {
        return result("c-2")
                .setRejected(
                        Rejected.newBuilder().setMessage("-1 is negative").setField("spec.capacity.required_bytes"))
                .build();
    }

    private static CommandResult done() {
        return result("c-3").setDone(Done.newBuilder().setNote("created")).build();
    }

    private static Assignment assignment() {
        return Assignment.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(7)
                .setPlugin("csi.example.org")
                .setVolumeId("vol-17")
                .putVolumeContext("pool", "p1")
                .putPublishContext("lun", "4")
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_READ_ONLY)
                .setMount(mountAccess())
                .addSecrets(secret())
                .addTargets(AssignmentTarget.newBuilder().setId("task-1").setTask("task-1"))
                .addTargets(AssignmentTarget.newBuilder()
                        .setId("task-1.2")
                        .setTask("task-1")
                        .setReadOnly(true))
                .build();
    }

    private static Assignment assignmentBlock() {
        return Assignment.newBuilder()
                .setNode("node-1")
                .setVolume("disk")
                .setUid(UID)
                .setGeneration(8)
                .setPlugin("csi.example.org")
                .setVolumeId("vol-18")
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
    }

    private static Assignment assignmentNothing() {
        return Assignment.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(9)
                .setNothing(true)
                .setPlugin("csi.example.org")
                .setVolumeId("vol-17")
                .build();
    }

    private static MountReport mountReport() {
        return MountReport.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(7)
                .setStaged(true)
                .addTargets(MountedTarget.newBuilder()
                        .setId("task-1")
                        .setPath("/var/lib/hawser/data/task-1")
                        .setState(MountState.MOUNT_STATE_MOUNTED))
                .addTargets(MountedTarget.newBuilder()
                        .setId("task-1.2")
                        .setState(MountState.MOUNT_STATE_PENDING)
                        .setMessage("the plugin answered UNAVAILABLE"))
                .setMessage("one target is missing")
                .setRevision(13)
                .setOrphaned(true)
                .setAgent(agent())
                .build();
    }

    private static MountReport mountReportNothing() {
        return MountReport.newBuilder()
                .setNode("node-1")
                .setVolume("data")
                .setUid(UID)
                .setGeneration(9)
                .setNothingLeft(true)
                .setRevision(14)
                .build();
    }

    private static Fingerprint fingerprint() {
        return Fingerprint.newBuilder()
                .setNoController(true)
                .setNode("node-1")
                .setPlugin("csi.example.org")
                .setCsiNodeId("i-0abc")
                .setTopology(topology())
                .setMaxVolumes(16)
                .setVendorVersion("1.2.3")
                .addNodeCapabilities(1)
                .addNodeCapabilities(99)
                .setHealthy(true)
                .setMessage("slow")
                .setRevision(15)
                .setAgent(agent())
                .build();
    }

    private static NodeHeartbeat heartbeat() {
        return NodeHeartbeat.newBuilder()
                .setNode("node-1")
                .setAt(AT)
                .setRevision(16)
                .setAgent(agent())
                .setInterval(com.google.protobuf.Duration.newBuilder().setSeconds(10))
                .build();
    }

    private static AgentIdentity agent() {
        return AgentIdentity.newBuilder()
                .setRoot("0b9e6a3c-52a7-4d0c-9c52-7f0c6d3f5a11")
                .setMachine("f3c1d2a4b5968778695a4b3c2d1e0f00")
                .setBootId("c5d4ad1c-8f3d-4c1a-b1f7-2f6c8f1f7a01")
                .build();
    }

    private static Plugin plugin() {
        return Plugin.newBuilder()
                .setName("csi.example.org")
                .setVendorVersion("1.2.3")
                .addInstances(PluginInstance.newBuilder()
                        .setName("node-1")
                        .setNode("node-1")
                        .setEndpoint("unix:///run/csi/example.sock")
                        .setHealthy(true)
                        .setMessage("slow")
                        .setController(true)
                        .setVendorVersion("1.2.3"))
                .setCurrent("node-1")
                .setEndpoint("unix:///run/csi/example.sock")
                .addPluginCapabilities(1)
                .addControllerCapabilities(2)
                .setCapabilitiesKnown(true)
                .setControllersHealthy(1)
                .setControllersExpected(2)
                .setNodesHealthy(3)
                .setNodesExpected(4)
                .setInstancesHealthy(5)
                .setInstancesExpected(6)
                .setRevision(17)
                .build();
    }

    private static Deallocation deallocatedService() {
        return Deallocation.newBuilder().setService("app").setRevision(18).build();
    }

    private static Deallocation deallocatedNetwork() {
        return Deallocation.newBuilder().setNetwork("net").setRevision(19).build();
    }

    private static Event event() {
        return Event.newBuilder()
                .setEntity("volume/data")
                .setReason("Mounted")
                .setMessage("mounted for task task-1")
                .setNode("node-1")
                .setAt(AT)
                .build();
    }
}
