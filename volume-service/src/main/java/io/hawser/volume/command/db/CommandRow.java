package io.hawser.volume.command.db;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.CommandResult;
import io.hawser.volume.command.Repetition;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command and its last answer, kept as long as {@code commandsKept} says: a repeated command has no effect and gets
 * the same answer.
 */
@Entity
@Table(name = "command")
public class CommandRow {
    @Id
    public String id;

    public String volume;

    /** Marks what the record was; of a command, 0.1.0 wrote a digest. */
    public byte[] content;

    /** The command itself; null if the record was no command, or if only its answer is known. */
    public byte @Nullable [] message;

    public byte[] result;

    /** The first answer's warnings, as a result that has nothing else; null if there were none. */
    public byte @Nullable [] warnings;

    public Instant received;

    public static Uni<List<CommandRow>> of(LedgerTransaction tx, Collection<String> ids) {
        return KeyedRows.by(tx, CommandRow.class, "id", ids, RowLock.NONE);
    }

    /** The revisions of the last answers to these commands, by command id. */
    public static Uni<Map<String, Long>> revisions(LedgerTransaction tx, List<CommandResult> results) {
        return of(tx, results.stream().map(CommandResult::getCommandId).toList())
                .map(rows -> rows.stream().collect(Collectors.toMap(row -> row.id, row -> ColumnCodec.read(
                                CommandResult.parser(), row.result)
                        .getRevision())));
    }

    /**
     * Commands that a lost life rejected get the same answer again. Those that are stored stay as they are.
     *
     * @return how many were not stored
     */
    public static Uni<Integer> rejectedBefore(LedgerTransaction tx, List<CommandResult> results) {
        return tx.statements()
                .select(
                        """
                        insert into command (id, volume, content, result, received)
                        select lost.id, lost.volume, $4, lost.result, $5
                        from unnest($1::text[], $2::text[], $3::bytea[]) as lost (id, volume, result)
                        order by lost.id on conflict (id) do nothing returning id
                        """,
                        results.stream().map(CommandResult::getCommandId).toArray(String[]::new),
                        results.stream().map(CommandResult::getEntity).toArray(String[]::new),
                        results.stream()
                                .map(result -> Buffer.buffer(result.toByteArray()))
                                .toArray(Buffer[]::new),
                        Buffer.buffer(Repetition.NOT_KNOWN),
                        tx.now())
                .map(List::size);
    }

    /** Later queries and repetitions get these answers. A forgotten command stays forgotten. */
    public static Uni<Void> answered(LedgerTransaction tx, List<CommandResult> results) {
        if (results.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return tx.execute(
                """
                update command set result = last.result || coalesce(command.warnings, ''::bytea)
                from unnest($1::text[], $2::bytea[]) as last (id, result) where command.id = last.id
                """,
                results.stream().map(CommandResult::getCommandId).toArray(String[]::new),
                results.stream()
                        .map(result -> Buffer.buffer(result.toByteArray()))
                        .toArray(Buffer[]::new));
    }
}
