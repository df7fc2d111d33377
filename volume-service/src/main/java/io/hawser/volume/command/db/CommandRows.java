package io.hawser.volume.command.db;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.CommandResult;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** The last answers by command id. */
public final class CommandRows {
    private CommandRows() {}

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
