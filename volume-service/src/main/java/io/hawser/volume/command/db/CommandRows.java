package io.hawser.volume.command.db;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.CommandResult;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The last answers by command id. */
public final class CommandRows {
    private CommandRows() {}

    /** The revisions of the last answers to these commands, by command id. */
    public static Uni<Map<String, Long>> revisions(LedgerTransaction tx, List<CommandResult> results) {
        return CommandRow.of(
                        tx, results.stream().map(CommandResult::getCommandId).toList())
                .map(rows -> rows.stream().collect(Collectors.toMap(row -> row.id, row -> ColumnCodec.read(
                                CommandResult.parser(), row.result)
                        .getRevision())));
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
