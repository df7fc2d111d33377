package io.hawser.volume.command.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.RowLock;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
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

    /** Digest of the command; a marker if the record was no command. */
    public byte[] content;

    /** The command itself; null if the record was no command, or if an earlier version stored only its digest. */
    public byte @Nullable [] message;

    public byte[] result;

    /** The first answer's warnings, as a result that has nothing else; null if there were none. */
    public byte @Nullable [] warnings;

    public Instant received;

    public static Uni<List<CommandRow>> of(LedgerTransaction tx, Collection<String> ids) {
        return KeyedRows.of(tx, CommandRow.class, "where r.id = any($1) order by r.id", ids, RowLock.NONE);
    }
}
