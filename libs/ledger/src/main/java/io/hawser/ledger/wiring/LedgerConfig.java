package io.hawser.ledger.wiring;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.topic.TopicCreator;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings of the ledger. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.ledger")
public interface LedgerConfig {
    /** The service's name, such as {@code volume-service}: owner of its positions, prefix of its transactional ids. */
    String service();

    /** Name of this replica of the service; unique among running replicas, and the same after a restart. */
    String replica();

    /** Prefix of the topics' names; it names one installation on a shared cluster. */
    String topicPrefix();

    /** The form of records on the topics that orchestrators and people read. */
    AnswerForm answers();

    /**
     * How long a command's id and answer, and the partition of its key, are kept: longer than the topics of commands
     * keep their records, so that a topic can be read again from its start. At least 8 days.
     */
    @WithDefault("9d")
    Duration commandsKept();

    /** How often each replica deletes what has expired. */
    @WithDefault("1m")
    Duration forgetEvery();

    /** How long a start waits for a decision that goes first, always fails, and is not needed for the others. */
    @WithDefault("30s")
    Duration gatePatience();

    Intake intake();

    Outbox outbox();

    Due due();

    Database database();

    Topics topics();

    Faults faults();

    interface Intake {
        /** Maximum bytes of records that one transaction applies; a larger record is applied alone. */
        @WithDefault("4194304")
        long batchBytes();

        /**
         * The shortest time between the starts of two transactions that apply records. Records that arrive meanwhile
         * share the next one, so a service that need not answer soon needs less CPU time.
         */
        @WithDefault("0ms")
        Duration interval();

        /** How long polled records may wait for an idle intake before they count as lost and are read again. */
        @WithDefault("20s")
        Duration lostAfter();

        /** How long records may wait while the cursor before them does not move, until the service is not ready. */
        @WithDefault("30s")
        Duration standsStillAfter();
    }

    interface Outbox {
        /** Maximum number of records in one Kafka transaction. */
        @WithDefault("500")
        int batch();

        /**
         * The mean time between the starts of two Kafka transactions of a shard, at least: after a pause, five follow
         * each other without it. A transaction with as many records as it can have is followed immediately, too.
         */
        @WithDefault("50ms")
        Duration interval();

        /** How soon rows that another replica wrote are found. */
        @WithDefault("200ms")
        Duration poll();

        /** How long a dead replica keeps its shards from the others. */
        @WithDefault("10s")
        Duration lease();

        /** How long a relay that died or stopped within a Kafka transaction can block committed readers. */
        @WithDefault("10s")
        Duration transactionTimeout();

        /**
         * How long records of a missing topic are kept if the topic itself keeps them only for a time: events and
         * answers. State and dead letters are kept until their topic exists again.
         */
        @WithDefault("7d")
        Duration historyKept();
    }

    /** Created topics. */
    interface Topics {
        /** How often the existence of the topics is checked. */
        @WithDefault("2s")
        Duration lookEvery();

        /** How long such a check waits for the broker. */
        @WithDefault("5s")
        Duration lookAtMost();

        /** Replicas of a topic that this service creates; without it, the broker's default. */
        Optional<Short> replicationFactor();

        /** In-sync replicas that such a topic needs to acknowledge a record; without it, the broker's default. */
        Optional<Integer> minInsyncReplicas();

        default TopicCreator.Copies copies() {
            return new TopicCreator.Copies(replicationFactor(), minInsyncReplicas());
        }
    }

    interface Database {
        /**
         * How long a transaction may take before it is abandoned and retried. Less than the database's {@code
         * idle_in_transaction_session_timeout}, which takes the locks from a stopped process.
         */
        @WithDefault("30s")
        Duration patience();
    }

    interface Due {
        /**
         * How soon rows are found that another replica or a timer made due; five times that after a time without due
         * rows.
         */
        @WithDefault("200ms")
        Duration poll();

        /** Maximum number of keys that one transaction works on. */
        @WithDefault("128")
        int batch();

        /** How long a dead replica keeps the keys that it works on from the others. */
        @WithDefault("10s")
        Duration lease();
    }

    /** For crash tests only. */
    interface Faults {
        /**
         * A file that the running process reads for {@code halt POINT[:N]} or {@code stop POINT[:N]}. The order takes
         * effect when the commit point is reached for the N-th time from then on. A stopped process (SIGSTOP) has
         * deleted the file, and continues after SIGCONT.
         */
        Optional<Path> order();
    }
}
