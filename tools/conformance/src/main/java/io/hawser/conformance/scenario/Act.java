package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;

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

    /** A wish, or the last record of an entity, is produced again as it was: the n-th, counted round. */
    record Duplicate(int which) implements Act {}

    /** Something that is no proper record, about an entity that there is: the n-th, counted round. */
    record Malform(Malformation how, int which) implements Act {}

    /** The last record of an entity on a topic that Hawser itself writes is produced again: the n-th, counted round. */
    record Repeat(HawserTopic topic, int which) implements Act {}

    /** What is no record is produced to such a topic, beside an entity that there is. */
    record Spoil(HawserTopic topic, int which) implements Act {}

    /** Every assignment is deleted from its topic and a node's agent killed; then all are written again, as an operator would. */
    record EmptyAssignments(String node, int awayMillis) implements Act {}

    /** The node's agent is killed, its mounts stay; the node is fenced, and comes back. */
    record LoseNode(String node, int awayMillis, boolean unfencedFirst) implements Act {}

    /** The node's agent is killed and stays away, its mounts stay; the node is fenced, and its tasks have ended with it. */
    record NodeGone(String node) implements Act {}

    /**
     * A node that was gone has debts, and mounts that nobody could take down. Nobody vouches for it any more, its agent starts; waits until it has let
     * go of everything.
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

    /** What can be wrong with a database that answers, or does not. */
    enum Trouble {
        /** As a standby is, or a primary that was demoted: SQLSTATE 25006. */
        READ_ONLY,
        /** Its disk is full: 53100. */
        FULL,
        /** A column has another name than the service knows: 42703. */
        SCHEMA_DRIFT,
        /** Connections stay open, and nothing answers. */
        STANDS_STILL
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
