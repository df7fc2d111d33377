package io.hawser.volume.command.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.CommandResult;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.lifecycle.db.KnownRecords;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Commands that a lost life of the database rejected. They are read again with what is known now, which may not be the
 * reason that they were rejected for: the task that had the volume, the plugin that was not registered yet. So their
 * answers are taken over from {@code hawser.command-results} before any command is read again.
 */
@ApplicationScoped
public class LostRejections {
    private static final Logger LOG = Logger.getLogger(LostRejections.class);

    private final StartGate gate;
    private final Transactions transactions;
    private final OwnRecords records;

    public LostRejections(StartGate gate, Transactions transactions, OwnRecords records) {
        this.gate = gate;
        this.transactions = transactions;
        this.records = records;
    }

    /** A command that waits in an older copy of the database is decided as soon as the topics are read. */
    void start(@Observes StartupEvent event) {
        gate.onceRead(this::takeOver);
    }

    /** Once the topics are read, every command that a lost life rejected is stored with its answer. */
    public Uni<Void> takeOver() {
        return gate.isRead()
                ? Uni.createFrom().voidItem()
                : transactions
                        .read(KnownRecords::until)
                        // A command that was ever accepted is decided again. A rejection under its id answers another.
                        .chain(until -> records.since(
                                HawserTopic.COMMAND_RESULTS,
                                KnownRecords.beforeClocks(until),
                                CommandResult.getDefaultInstance(),
                                result -> !result.hasRejected(),
                                this::store));
    }

    private Uni<Void> store(List<CommandResult> results) {
        List<CommandResult> rejected = results.stream()
                .filter(result -> VolumeCommand.PROTOTYPES.containsKey(result.getCommandType()))
                .toList();
        return rejected.isEmpty()
                ? Uni.createFrom().voidItem()
                : transactions
                        .run(tx -> CommandRow.rejectedBefore(tx, rejected))
                        .invoke(LostRejections::log)
                        .replaceWithVoid();
    }

    private static void log(int taken) {
        if (taken > 0) {
            LOG.warnf("the database is an older copy: %d commands were rejected since, and stay so", taken);
        }
    }
}
