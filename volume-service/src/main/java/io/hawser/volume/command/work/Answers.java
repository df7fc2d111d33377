package io.hawser.volume.command.work;

import io.hawser.bus.envelope.Decoded;
import io.hawser.ledger.Revisions;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.message.CommandResults;
import io.hawser.message.Truncated;
import io.hawser.v1.CommandResult;
import io.hawser.volume.command.Repetition;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.command.db.CommandRow;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.kafka.Publishing;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Answers by command id. They are stored, so that a query finds them and a repeated command has no effect. */
@ApplicationScoped
public class Answers {
    /** Marks a command that could not be understood: no other is the same. */
    private static final byte[] NOT_UNDERSTOOD = {0};

    /** Marks a state record. Its id is no command's, and may become one. */
    private static final byte[] NO_COMMAND = {};

    private static final Logger LOG = Logger.getLogger(Answers.class);

    private final Publishing publishing;
    private final MeterRegistry metrics;

    public Answers(Publishing publishing, MeterRegistry metrics) {
        this.publishing = publishing;
        this.metrics = metrics;
    }

    static boolean isOfACommand(CommandRow row) {
        return row.content.length > 0;
    }

    /**
     * Answers a command, and stores the command with its answer.
     *
     * @param volume that the command names
     */
    void first(LedgerTransaction tx, BatchRows rows, String volume, Decoded.Known command, CommandResult answer) {
        byte[] message = command.message().toByteArray();
        first(tx, rows, volume, Repetition.STORED, Optional.of(message), answer);
    }

    private void first(
            LedgerTransaction tx,
            BatchRows rows,
            String volume,
            byte[] content,
            Optional<byte[]> message,
            CommandResult answer) {
        Optional<CommandRow> before = rows.command(answer.getCommandId());
        CommandResult result = publish(tx, before, answer);
        CommandRow row = before.orElseGet(CommandRow::new);
        row.id = result.getCommandId();
        row.volume = volume;
        row.content = content;
        row.message = message.orElse(null);
        row.result = result.toByteArray();
        row.warnings = warnings(result);
        row.received = tx.now();
        rows.remember(row);
        if (before.isEmpty()) {
            tx.add(row);
        }
    }

    /** The last answer to a command that is carried out in the same transaction that accepts it. */
    void done(LedgerTransaction tx, BatchRows rows, String command, String note) {
        CommandRow row = rows.command(command).orElseThrow();
        CommandResult accepted = answer(row);
        CommandResult done = CommandResults.done(
                new CommandResults.Asked(command, accepted.getCommandType(), accepted.getEntity()), note);
        CommandResult published = publish(tx, Optional.of(row), done);
        row.result =
                CommandResults.warned(published, accepted.getWarningsList()).toByteArray();
    }

    /**
     * The same command gets the same answer and has no effect. Another command under that id is the producer's mistake.
     */
    void repeat(LedgerTransaction tx, CommandRow before, Decoded.Known command) {
        CommandResult said = answer(before);
        boolean same =
                Repetition.isSame(Optional.ofNullable(before.message), before.content, said.getCommandType(), command);
        CommandResult again = same
                ? said
                : CommandResults.rejected(
                        new CommandResults.Asked(before.id, command.type(), said.getEntity()),
                        "id",
                        "the command id '" + before.id + "' was used before, for another command");
        publish(tx, Optional.of(before), again);
    }

    /** A record that could be decoded but not understood. An answer to a command under the same id stays. */
    public void refuse(LedgerTransaction tx, BatchRows rows, Decoded.Invalid invalid) {
        CommandResults.Asked asked = new CommandResults.Asked(
                invalid.id(),
                Truncated.of(invalid.type()),
                Truncated.of(invalid.key().orElse("")));
        outOfOrder(
                tx,
                rows,
                CommandResults.warned(
                        CommandResults.rejected(asked, invalid.field(), invalid.message()), invalid.warnings()));
    }

    /** A state record gets an answer only if a part of it was ignored. */
    public void warn(LedgerTransaction tx, BatchRows rows, Decoded.Known state) {
        if (!state.warnings().isEmpty()) {
            CommandResults.Asked asked = new CommandResults.Asked(state.id(), state.type(), state.key());
            outOfOrder(tx, rows, CommandResults.warned(CommandResults.accepted(asked, ""), state.warnings()));
        }
    }

    private void outOfOrder(LedgerTransaction tx, BatchRows rows, CommandResult answer) {
        Optional<CommandRow> before = rows.command(answer.getCommandId());
        if (before.filter(Answers::isOfACommand).isPresent()) {
            publish(tx, before, answer);
            return;
        }
        byte[] content = VolumeCommand.PROTOTYPES.containsKey(answer.getCommandType()) ? NOT_UNDERSTOOD : NO_COMMAND;
        first(tx, rows, "", content, Optional.empty(), answer);
    }

    private CommandResult publish(LedgerTransaction tx, Optional<CommandRow> before, CommandResult answer) {
        long last = before.map(row -> answer(row).getRevision()).orElse(0L);
        CommandResult result =
                answer.toBuilder().setRevision(Revisions.next(last, tx.now())).build();
        tx.publish(publishing.result(result, tx.now()));
        if (result.hasRejected()) {
            tx.afterCommit(() -> rejected(result));
        }
        return result;
    }

    private void rejected(CommandResult result) {
        String field = result.getRejected().getField();
        LOG.infof(
                "rejected type=%s id=%s entity=%s field=%s message=%s",
                result.getCommandType(),
                result.getCommandId(),
                result.getEntity(),
                field,
                result.getRejected().getMessage());
        // Without an index or a map's key: the producer chooses them, and metrics would keep each for ever.
        metrics.counter("hawser_commands_rejected_total", "field", field.replaceFirst("\\[.*", ""))
                .increment();
    }

    /** Encoded as a result, so that its bytes can be appended to a later result. */
    private static byte @Nullable [] warnings(CommandResult result) {
        return result.getWarningsCount() == 0
                ? null
                : CommandResult.newBuilder()
                        .addAllWarnings(result.getWarningsList())
                        .build()
                        .toByteArray();
    }

    private static CommandResult answer(CommandRow row) {
        return ColumnCodec.read(CommandResult.parser(), row.result);
    }
}
