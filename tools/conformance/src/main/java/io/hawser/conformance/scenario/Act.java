package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One thing that somebody does in a run: the orchestrator, or whoever disturbs. */
public sealed interface Act {

    /** Nothing, for so many milliseconds. */
    record Pause(int millis) implements Act {}

    record Create(String volume) implements Act {}

    record Remove(String volume) implements Act {}

    /** Placed on its node. */
    record Start(String task) implements Act {}

    /** Its container has ended, or will never run. */
    record End(String task) implements Act {}

    /** Waits until everything that it mounts is there. */
    record AwaitMounted(String task) implements Act {}

    /** Waits until its creation has ended. */
    record AwaitCreated(String volume) implements Act {}

    /** The service is to go, once its last task has ended. */
    record MarkService() implements Act {}

    /** A process is killed (-9) and started again after so many milliseconds. */
    record Kill(String process, int awayMillis) implements Act {}

    /** A process is stopped (SIGSTOP) for so many milliseconds. */
    record Freeze(String process, int millis) implements Act {}

    /** A process is asked to end, and started again. */
    record Restart(String process) implements Act {}

    /** A command, or the last record of an entity, is produced again as it was: the n-th, counted round. */
    record Duplicate(int which) implements Act {}

    /** Something that is no proper record, about an entity that there is: the n-th, counted round. */
    record Malform(Malformation how, int which) implements Act {}

    /** The last record of an entity on a topic that Hawser itself writes is produced again: the n-th, counted round. */
    record Repeat(HawserTopic topic, int which) implements Act {}

    /** What is no record is produced to such a topic, beside an entity that there is. */
    record Spoil(HawserTopic topic, int which) implements Act {}

    /**
     * Every assignment is deleted from its topic and a node's agent killed; then all are written again, as an operator
     * would.
     */
    record EmptyAssignments(String node, int awayMillis) implements Act {}

    /** The node's agent is killed, its mounts stay; the node is fenced, and comes back. */
    record LoseNode(String node, int awayMillis, boolean unfencedFirst) implements Act {}

    /**
     * The node's agent is killed and stays away, its mounts stay; the node is fenced, and its tasks have ended with it.
     */
    record NodeGone(String node) implements Act {}

    /**
     * A node that was gone has unconfirmed detaches, and mounts that nobody could take down. Nobody vouches for it any
     * more, its agent starts; waits until it has let go of everything.
     */
    record NodeBack(String node) implements Act {}

    /** The plugin dies, and another version of it comes that offers this: the same, or something else. */
    record ReplacePlugin(String profile, int awayMillis) implements Act {}

    /** The databases of all services are in trouble for so many milliseconds. */
    record TroubleDatabase(Trouble trouble, int millis) implements Act {}

    /** The database server's data folder is copied, while the server is stopped: a backup. */
    record BackUpDatabase() implements Act {}

    /** The backup takes the place of the data folder, under services that go on. */
    record RestoreDatabase() implements Act {}

    /** Somebody deletes a topic. */
    record DeleteTopic(HawserTopic topic) implements Act {}

    /** What does not end by itself, and what a person sees of it and does about it. */
    sealed interface Mishap extends Act {}

    /** The node's machine is destroyed: its agent, its mounts and its records are gone, and nobody says so. */
    record DestroyNode(String node) implements Mishap {}

    /** Somebody vouches for a node that is gone: its tasks have ended with it. */
    record FenceNode(String node) implements Mishap {}

    /** It is taken out of the inventory. */
    record RemoveNode(String node) implements Mishap {}

    /** Another machine of its name, with nothing on it, is in the inventory, and its agent starts. */
    record ReplaceNode(String node) implements Mishap {}

    /** All of that, and a fence; the other machine starts after so many milliseconds. */
    record BurnNode(String node, int awayMillis) implements Mishap {}

    /** Another machine's agent, with another root, says that it is this node. */
    record SecondAgent(String node) implements Mishap {}

    /** It ends. */
    record SecondAgentEnds(String node) implements Mishap {}

    /** The same for so many milliseconds. */
    record SecondAgentFor(String node, int millis) implements Mishap {}

    /** A file system that nobody serves covers the folder where a node has staged a volume. */
    record DeadMount(String volume, String node) implements Mishap {}

    /** A person takes it down. */
    record DeadMountGoes(String volume, String node) implements Mishap {}

    /** One of the staging folders that there are (the n-th, counted round) is covered for so many milliseconds. */
    record DeadMountFor(int which, int millis) implements Mishap {}

    /** The plugin dies, on all nodes, and never comes back. */
    record PluginGone() implements Mishap {}

    /** The same in whatever state its volumes are; all that it holds is given up by hand. Nothing comes behind it. */
    record PluginGivenUp() implements Mishap {}

    /** The plugin dies, and somebody installs it again after so many milliseconds. */
    record PluginAway(int millis) implements Mishap {}

    /** A person unmounts whatever a node has of a volume. */
    record UnmountByHand(String volume, String node) implements Mishap {}

    /** And says so. */
    record ForgetMount(String volume, String node) implements Mishap {}

    /** The volume's record goes, whatever becomes of its storage. */
    record ForceRemove(String volume) implements Mishap {}

    /** Waits until nobody knows the volume any more. */
    record AwaitGone(String volume) implements Mishap {}

    /**
     * Waits until the volume says that something is wrong.
     *
     * @param node that it concerns; empty: the whole volume
     * @param types one of these will do
     */
    record AwaitCondition(String volume, String node, Set<String> types) implements Mishap {
        public AwaitCondition {
            types = new TreeSet<>(types);
        }
    }

    /** Waits until an event says so of this entity. */
    record AwaitEvent(String entity, String reason) implements Mishap {}

    /**
     * The broker loses records that volume-service had not read. It has to say so and to stop; a person moves its
     * position, and the orchestrator writes its commands again.
     *
     * @param lost a volume whose creation is among them
     */
    record TruncateLog(Optional<String> lost) implements Mishap {}

    /** What can be wrong with a database that answers, or does not. */
    enum Trouble {
        /** As a standby is, or a primary that was demoted: SQLSTATE 25006. */
        READ_ONLY,
        /** Its disk is full: 53100. */
        FULL,
        /** A column has another name than the service knows: 42703. */
        SCHEMA_DRIFT,
        /** Its processes are stopped: connections stay open, and nothing answers until they go on. */
        STANDS_STILL,
        /** The network takes what is sent to it, and brings nothing: connections from then never answer again. */
        BLACK_HOLED
    }

    /** How a record can be wrong. */
    enum Malformation {
        UNDECODABLE,
        NO_EVENT,
        BAD_ENUM,
        FOREIGN_KEY,
        NO_KEY,
        UNKNOWN_TYPE
    }
}
