package io.hawser.conformance.invariant;

import io.hawser.v1.Accepted;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.Mounted;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.PublicationState;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.Rejected;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeCondition;
import io.hawser.v1.VolumeInfo;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.util.stream.Stream;

/** What topics say of the volume of a {@link Story}. */
final class VolumeWords {
    private VolumeWords() {}

    static CreateVolume command(VolumeSpec spec) {
        return CreateVolume.newBuilder().setName(Story.VOLUME).setSpec(spec).build();
    }

    static RegisterVolume registration(VolumeSpec spec) {
        return RegisterVolume.newBuilder()
                .setName(Story.VOLUME)
                .setSpec(spec)
                .setVolumeId(Story.VOLUME_ID)
                .build();
    }

    static CommandResult accepted(String id) {
        return CommandResult.newBuilder()
                .setCommandId(id)
                .setAccepted(Accepted.getDefaultInstance())
                .build();
    }

    static CommandResult rejected(String id) {
        return CommandResult.newBuilder()
                .setCommandId(id)
                .setRejected(Rejected.getDefaultInstance())
                .build();
    }

    static Volume known(VolumeSpec spec) {
        return Volume.newBuilder()
                .setName(Story.VOLUME)
                .setUid(Story.UID)
                .setSpec(spec)
                .build();
    }

    static Volume created(VolumeSpec spec, String volumeId, String... nodes) {
        return Volume.newBuilder()
                .setName(Story.VOLUME)
                .setUid(Story.UID)
                .setSpec(spec)
                .setPhase(VolumePhase.VOLUME_PHASE_CREATED)
                .setInfo(VolumeInfo.newBuilder().setVolumeId(volumeId))
                .addAllNodes(Stream.of(nodes)
                        .map(node -> VolumeOnNode.newBuilder()
                                .setNode(node)
                                .setState(PublicationState.PUBLICATION_STATE_PUBLISHED)
                                .build())
                        .toList())
                .build();
    }

    static Volume standing(VolumePhase phase, PublicationState onNode, String... conditions) {
        return Volume.newBuilder()
                .setName(Story.VOLUME)
                .setPhase(phase)
                .addNodes(VolumeOnNode.newBuilder().setNode("n1").setState(onNode))
                .addAllConditions(Stream.of(conditions)
                        .map(condition -> (condition + "@").split("@", -1))
                        .map(condition -> VolumeCondition.newBuilder()
                                .setType(condition[0])
                                .setNode(condition[1])
                                .setMessage(Story.MUTE.equals(condition[0]) ? "" : "it says why")
                                .build())
                        .toList())
                .build();
    }

    static TaskVolumes mounted(String task, String node, String target) {
        return TaskVolumes.newBuilder()
                .setTask(task)
                .setNode(node)
                .addMounts(TaskVolume.newBuilder()
                        .setVolume(Story.VOLUME)
                        .setMounted(Mounted.newBuilder().setPath(Story.target(target))))
                .build();
    }

    static TaskVolumes waiting(TaskVolume.Builder mount) {
        return TaskVolumes.newBuilder()
                .setTask("t")
                .setNode("n1")
                .addMounts(mount.setVolume(Story.VOLUME))
                .build();
    }

    static Assignment assigned(String node, long generation, String... targets) {
        return Assignment.newBuilder()
                .setNode(node)
                .setVolume(Story.VOLUME)
                .setUid(Story.UID)
                .setGeneration(generation)
                .setNothing(targets.length == 0)
                .addAllTargets(Stream.of(targets)
                        .map(id -> AssignmentTarget.newBuilder()
                                .setId(id)
                                .setTask(id)
                                .build())
                        .toList())
                .build();
    }

    static MountReport report(String root, String node, long generation, boolean nothingLeft, String... targets) {
        return MountReport.newBuilder()
                .setAgent(AgentIdentity.newBuilder().setRoot(root))
                .setNode(node)
                .setVolume(Story.VOLUME)
                .setUid(Story.UID)
                .setGeneration(generation)
                .setNothingLeft(nothingLeft)
                .addAllTargets(Stream.of(targets)
                        .map(id -> MountedTarget.newBuilder()
                                .setId(id)
                                .setPath(Story.target(id))
                                .setState(MountState.MOUNT_STATE_MOUNTED)
                                .build())
                        .toList())
                .build();
    }
}
