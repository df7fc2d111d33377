package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One act in a run, by the orchestrator or by a disturbance. */
public sealed interface Act {

    /** Does nothing for this many milliseconds. */
    record Pause(int millis) implements Act {}

    record Create(String volume) implements Act {}

    record Remove(String volume) implements Act {}

    /** The task is placed on its node. */
    record Start(String task) implements Act {}

    /** The task's container has ended, or will never run. */
    record End(String task) implements Act {}

    /** Waits until all mounts of the task are there. */
    record AwaitMounted(String task) implements Act {}

    /** Waits until the volume's creation has ended. */
    record AwaitCreated(String volume) implements Act {}

    /** Marks the service for deletion, which follows the end of its last task. */
    record MarkService() implements Act {}

    /** A process is killed (-9) and started again after this many milliseconds. */
    record Kill(String process, int awayMillis) implements Act {}

    /** A process is stopped (SIGSTOP) for this many milliseconds. */
    record Freeze(String process, int millis) implements Act {}

    /** A process is asked to end, and started again. */
    record Restart(String process) implements Act {}

    /** A command, or the last record of an entity, is produced again unchanged: the n-th, counted cyclically. */
    record Duplicate(int which) implements Act {}

    /** A malformed record about an existing entity is produced: the n-th, counted cyclically. */
    record Malform(Malformation how, int which) implements Act {}

    /** The topics between Hawser's services; assignments, which agents read, come last. */
    List<HawserTopic> OWN = Arrays.stream(HawserTopic.values())
            .filter(topic -> !topic.writtenByOrchestrator() && !topic.isForOrchestrators())
            .sorted(Comparator.comparing(HawserTopic.ASSIGNMENTS::equals))
            .toList();

    /** The last record of an entity on one of {@link #OWN} is produced again: the n-th, counted cyclically. */
    record Repeat(HawserTopic topic, int which) implements Act {}

    /** A malformed record is produced to such a topic, under another key than an existing entity's. */
    record Spoil(HawserTopic topic, int which) implements Act {}

    /**
     * Every assignment is deleted from its topic and a node's agent is killed; then all are written again, as an
     * operator would.
     */
    record EmptyAssignments(String node, int awayMillis) implements Act {}

    /** The node's agent is killed, and its mounts stay; the node is fenced, and comes back. */
    record LoseNode(String node, int awayMillis, boolean unfencedFirst) implements Act {}

    /**
     * The node's agent is killed and stays away, and its mounts stay; the node is fenced, and its tasks have ended with
     * it.
     */
    record NodeGone(String node) implements Act {}

    /**
     * A node that was gone has unconfirmed detaches, and mounts that could not be unmounted. Its fence is lifted, and
     * its agent starts; waits until nothing is left on the node.
     */
    record NodeBack(String node) implements Act {}

    /** The plugin comes and goes, as an operator's work makes it, or as it fails. */
    sealed interface PluginAct extends Act {}

    /** The plugin's process ends, and another version of it starts, with the same or other capabilities. */
    record UpgradePlugin(String profile, int awayMillis) implements PluginAct {}

    /** The plugin's process and its sockets go, and come back after this many milliseconds, several times. */
    record FlapPlugin(int times, int millis) implements PluginAct {}

    /** The plugin's process and its sockets go, on all nodes. */
    record UninstallPlugin() implements PluginAct {}

    /** An uninstalled plugin is installed again. */
    record InstallPlugin() implements PluginAct {}

    /** The plugin is uninstalled, and installed again after this many milliseconds. */
    record UninstallPluginFor(int millis) implements PluginAct {}

    /** Waits until the node's agent expects the plugin no more. */
    record AwaitForgotten(String node) implements PluginAct {}

    /** The databases of all services are in trouble for this many milliseconds. */
    record TroubleDatabase(Trouble trouble, int millis) implements Act {}

    /** The database server's data folder is copied, while the server is stopped: a backup. */
    record BackUpDatabase() implements Act {}

    /** The backup replaces the data folder, while the services continue. */
    record RestoreDatabase() implements Act {}

    /** Somebody deletes a topic. */
    record DeleteTopic(HawserTopic topic) implements Act {}

    /** A disturbance that does not end by itself, and what a person sees of it and does about it. */
    sealed interface Mishap extends Act {}

    /** The node's machine is destroyed: its agent, its mounts and its records are gone, and no service is notified. */
    record DestroyNode(String node) implements Mishap {}

    /** Somebody fences a node that is gone: its tasks have ended with it. */
    record FenceNode(String node) implements Mishap {}

    /** The node is removed from the inventory. */
    record RemoveNode(String node) implements Mishap {}

    /** Another machine of the node's name, with nothing on it, is in the inventory, and its agent starts. */
    record ReplaceNode(String node) implements Mishap {}

    /** The node is destroyed, fenced and removed; the other machine starts after this many milliseconds. */
    record BurnNode(String node, int awayMillis) implements Mishap {}

    /**
     * The node's machine is reset: its agent, its plugin's running calls and all its mounts end, and its records stay.
     * It has started again after this many milliseconds.
     */
    record RebootNode(String node, int awayMillis) implements Mishap {}

    /** Another machine's agent, with another root, claims to be this node. */
    record SecondAgent(String node) implements Mishap {}

    /** The second agent ends. */
    record SecondAgentEnds(String node) implements Mishap {}

    /** A second agent runs for this many milliseconds. */
    record SecondAgentFor(String node, int millis) implements Mishap {}

    /** A dead file system covers the folder where a node has staged a volume. */
    record DeadMount(String volume, String node) implements Mishap {}

    /** A person unmounts the dead file system. */
    record DeadMountGoes(String volume, String node) implements Mishap {}

    /** One of the existing staging folders (the n-th, counted cyclically) is covered for this many milliseconds. */
    record DeadMountFor(int which, int millis) implements Mishap {}

    /** The plugin dies, on all nodes, and never comes back. */
    record PluginGone() implements Mishap {}

    /**
     * The plugin is uninstalled for good, whatever the state of its volumes, and a person gives up all of them. This is
     * a run's last act.
     */
    record PluginGivenUp() implements Mishap {}

    /** A person unmounts everything that a node has of a volume. */
    record UnmountByHand(String volume, String node) implements Mishap {}

    /** A person tells Hawser to forget the mount. */
    record ForgetMount(String volume, String node) implements Mishap {}

    /** The volume's record is deleted, and its storage may stay. */
    record ForceRemove(String volume) implements Mishap {}

    /** Waits until the volume has no record any more. */
    record AwaitGone(String volume) implements Mishap {}

    /**
     * Waits until the volume has a condition.
     *
     * @param node that the condition names; empty: the whole volume
     * @param types any of these is enough
     */
    record AwaitCondition(String volume, String node, Set<String> types) implements Mishap {
        public AwaitCondition {
            types = new TreeSet<>(types);
        }
    }

    /** Waits until the entity has an event with this reason. */
    record AwaitEvent(String entity, String reason) implements Mishap {}

    /**
     * The broker loses records that volume-service had not read. volume-service must report that and stop; a person
     * moves its position, and the orchestrator writes its commands again.
     *
     * @param lost a volume whose creation is among them
     */
    record TruncateLog(Optional<String> lost) implements Mishap {}

    enum Trouble {
        /** As on a standby, or a primary that was demoted: SQLSTATE 25006. */
        READ_ONLY,
        /** The database's disk is full: 53100. */
        FULL,
        /** A column has another name than the service knows: 42703. */
        SCHEMA_DRIFT,
        /** The database's processes are stopped: connections stay open, and nothing answers until they continue. */
        STANDS_STILL,
        /** The network accepts everything and delivers nothing: existing connections never answer again. */
        BLACK_HOLED
    }

    /** The ways in which a record can be malformed. */
    enum Malformation {
        UNDECODABLE,
        NO_EVENT,
        BAD_ENUM,
        FOREIGN_KEY,
        NO_KEY,
        UNKNOWN_TYPE
    }
}
