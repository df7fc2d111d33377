package io.hawser.ledger;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What an operator may tune in the ledger. Every default is safe in production. */
@ConfigMapping(prefix = "hawser.ledger")
public interface LedgerConfig {
    /**
     * The service's name, such as {@code volume-service}: consumer of its positions, prefix of its transactional ids.
     */
    String service();

    /** Which replica of the service this process is; unique among those that run, and the same after a restart. */
    String replica();

    /** Prefix of the topics' names, and a name for one installation on a shared cluster. */
    String topicPrefix();

    /**
     * How long the id of a command and its answer are remembered, and the partition of its key: not shorter than the
     * topics of commands and results keep their records.
     */
    @WithDefault("7d")
    Duration commandsKept();

    /** How often each replica deletes what need not be remembered any more. */
    @WithDefault("1m")
    Duration forgetEvery();

    Intake intake();

    Outbox outbox();

    Due due();

    Database database();

    Topics topics();

    Faults faults();

    /** Reading. */
    interface Intake {
        /** Bytes of the records that one transaction applies, at most; a larger record is applied alone. */
        @WithDefault("4194304")
        long batchBytes();

        /** How long polled records may wait for an idle intake before they count as lost and are read again. */
        @WithDefault("20s")
        Duration lostAfter();

        /**
         * How long records may wait behind a cursor that does not move before the service says that it is not ready.
         */
        @WithDefault("30s")
        Duration standsStillAfter();
    }

    /** Relay of the outbox. */
    interface Outbox {
        /** Records in one Kafka transaction at most. */
        @WithDefault("500")
        int batch();

        /** How soon rows that another replica wrote are seen. */
        @WithDefault("200ms")
        Duration poll();

        /** How long a replica that died keeps its shards from the others. */
        @WithDefault("10s")
        Duration lease();

        /** How long a relay that died or stood still in a Kafka transaction can keep committed readers waiting. */
        @WithDefault("10s")
        Duration transactionTimeout();

        /**
         * How long records of a topic that is gone are kept, where the topic itself would keep them only for a time:
         * events and answers. State and dead letters are kept until their topic is there again.
         */
        @WithDefault("7d")
        Duration historyKept();
    }

    /** Topics that are created. */
    interface Topics {
        /** How often it is asked whether the topics are there. */
        @WithDefault("2s")
        Duration lookEvery();

        /** Replicas of a topic that this service creates; the broker's own default unless set. */
        Optional<Short> replicationFactor();

        /** In-sync replicas that an acknowledged record needs, of such a topic; the broker's own default unless set. */
        Optional<Integer> minInsyncReplicas();
    }

    /** The database. */
    interface Database {
        /**
         * How long a transaction may take before it is given up and tried again. Below the database's own {@code
         * idle_in_transaction_session_timeout}, which takes the locks from a process that stands still.
         */
        @WithDefault("30s")
        Duration patience();
    }

    /** Due work. */
    interface Due {
        /**
         * How soon rows that another replica made due, or a timer did, are seen; five times that where nothing was due
         * for a while.
         */
        @WithDefault("200ms")
        Duration poll();

        /** Keys worked on in one transaction at most. */
        @WithDefault("64")
        int batch();
    }

    /** For tests of crashes only. */
    interface Faults {
        /**
         * A file in which the process reads {@code halt POINT[:N]} or {@code stop POINT[:N]}, while it runs: at
         * a commit point, when that is reached for the N-th time since. Who stopped (SIGSTOP) goes on when somebody
         * lets it, and has deleted the file.
         */
        Optional<Path> order();
    }
}
