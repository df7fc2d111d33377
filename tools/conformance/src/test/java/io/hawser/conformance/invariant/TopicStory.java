package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.PublicationState;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;

/** What the topics say in a {@link Story}. */
abstract sealed class TopicStory permits Story {
    final Scene scene = new Scene();
    final VolumeSpec spec;

    TopicStory(Scope scope, Sharing sharing) {
        this.spec = VolumeSpec.newBuilder()
                .setPlugin(Scene.PLUGIN)
                .setScope(scope)
                .setSharing(sharing)
                .build();
    }

    abstract Story story();

    Story commanded(String id) {
        scene.does(new Action.Commanded(scene.now().wall(), id, "hawser.v1.CreateVolume", Story.VOLUME));
        return says(HawserTopic.VOLUME_COMMANDS, Story.VOLUME, id, VolumeWords.command(spec));
    }

    /** The volume is a disk that the plugin has already. */
    Story registrationCommanded(String id) {
        scene.does(new Action.Commanded(scene.now().wall(), id, "hawser.v1.RegisterVolume", Story.VOLUME));
        return says(HawserTopic.VOLUME_COMMANDS, Story.VOLUME, id, VolumeWords.registration(spec));
    }

    Story accepted(String id) {
        return says(HawserTopic.COMMAND_RESULTS, id, id, VolumeWords.accepted(id));
    }

    /** A command to create that can be read and not be obeyed. */
    Story misunderstood(String id) {
        scene.writesInvalid(HawserTopic.VOLUME_COMMANDS, Story.VOLUME, id, CreateVolume.getDefaultInstance());
        return story();
    }

    Story rejected(String id) {
        return says(HawserTopic.COMMAND_RESULTS, id, id, VolumeWords.rejected(id));
    }

    Story known() {
        return says(HawserTopic.VOLUMES, Story.VOLUME, VolumeWords.known(spec));
    }

    /** What the records say: created, under this id, and published on these nodes. */
    Story told(String volumeId, String... nodes) {
        return says(HawserTopic.VOLUMES, Story.VOLUME, VolumeWords.created(spec, volumeId, nodes));
    }

    /**
     * The record of a volume that is on its way, or at rest.
     *
     * @param conditions a type each, such as {@code Uncertain}, or with its node: {@code Attaching@n1}
     */
    Story standing(VolumePhase phase, PublicationState onNode, String... conditions) {
        return says(HawserTopic.VOLUMES, Story.VOLUME, VolumeWords.standing(phase, onNode, conditions));
    }

    /** The record of a task: it has the volume at this target of its node. */
    Story toldMounted(String task, String node, String target) {
        return says(HawserTopic.TASK_VOLUMES, task, VolumeWords.mounted(task, node, target));
    }

    /** A task that does not have its mount yet. */
    Story waiting(TaskVolume.Builder mount) {
        return says(HawserTopic.TASK_VOLUMES, "t", VolumeWords.waiting(mount));
    }

    Story removalCommanded(String id, String source) {
        scene.writes(
                HawserTopic.VOLUME_COMMANDS,
                Story.VOLUME,
                id,
                source,
                RemoveVolume.newBuilder().setName(Story.VOLUME).build());
        return story();
    }

    Story forceCommanded(String id) {
        return says(
                HawserTopic.VOLUME_COMMANDS,
                Story.VOLUME,
                id,
                RemoveVolume.newBuilder().setName(Story.VOLUME).setForce(true).build());
    }

    Story assigned(String node, long generation, String... targets) {
        return says(
                HawserTopic.ASSIGNMENTS, node + "/" + Story.VOLUME, VolumeWords.assigned(node, generation, targets));
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
        scene.does(new Action.StrangerSpeaks(scene.now().wall(), node, root));
        return reports(root, node, generation, true);
    }

    private Story reports(String node, long generation, boolean nothingLeft, String... targets) {
        return reports("root-of-" + node, node, generation, nothingLeft, targets);
    }

    private Story reports(String root, String node, long generation, boolean nothingLeft, String... targets) {
        return says(
                HawserTopic.MOUNTS,
                node + "/" + Story.VOLUME,
                VolumeWords.report(root, node, generation, nothingLeft, targets));
    }

    Story node(String name, boolean fenced) {
        return says(HawserTopic.NODES, name, ClusterWords.node(name, fenced));
    }

    /** A node's record under the key of another. */
    Story foreignNode(String key, String id) {
        return says(HawserTopic.NODES, key, id, ClusterWords.node("n1", false));
    }

    Story task(String name, TaskState state) {
        return says(HawserTopic.TASKS, name, ClusterWords.task(name, state));
    }

    /** The orchestrator wants the volume for this task. */
    Story wanted(String task, boolean readOnly) {
        return wanted(task, Story.VOLUME, readOnly);
    }

    /** The orchestrator wants this for the task: a volume, or one of a group. */
    Story wanted(String task, String source, boolean readOnly) {
        return says(HawserTopic.TASKS, task, ClusterWords.mounting(task, source, readOnly));
    }

    Story service(boolean pendingDelete) {
        return says(HawserTopic.SERVICES, "s", ClusterWords.service(pendingDelete));
    }

    Story givenFree() {
        return givenFree(1);
    }

    Story givenFree(long revision) {
        return says(HawserTopic.DEALLOCATIONS, "service/s", ClusterWords.serviceGivenFree(revision));
    }

    /** One that service {@code s} may be on. */
    Story network(boolean pendingDelete) {
        return says(HawserTopic.NETWORKS, "n", ClusterWords.network(pendingDelete));
    }

    Story serviceOnNetwork() {
        return says(HawserTopic.SERVICES, "s", ClusterWords.serviceOnNetwork());
    }

    Story networkGivenFree(long revision) {
        return says(HawserTopic.DEALLOCATIONS, "network/n", ClusterWords.networkGivenFree(revision));
    }

    /** plugin-registry's record of the plugin: the instance {@code i}, at this endpoint. */
    Story toldPlugin(String version, String endpoint, boolean healthy) {
        return says(HawserTopic.PLUGINS, Scene.PLUGIN, ClusterWords.plugin(version, endpoint, healthy));
    }

    /** The agents of both nodes have the plugin in this version. */
    Story found(String version, boolean healthy) {
        Scene.NODES
                .values()
                .forEach(node -> says(
                        HawserTopic.FINGERPRINTS,
                        node + "/" + Scene.PLUGIN,
                        ClusterWords.fingerprint(node, version, healthy)));
        return story();
    }

    /** A node's agent expects the plugin no more. */
    Story forgotten(String node) {
        scene.deletes(HawserTopic.FINGERPRINTS, node + "/" + Scene.PLUGIN);
        return story();
    }

    private Story says(HawserTopic topic, String key, Message message) {
        return says(topic, key, "", message);
    }

    private Story says(HawserTopic topic, String key, String id, Message message) {
        scene.writes(topic, key, id, "", message);
        return story();
    }

    Story runs(String version, boolean relayed) {
        scene.running(version, relayed);
        return story();
    }
}
