package io.hawser.volume.command.db;

import io.hawser.ledger.tx.KeyedRows;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * A command and its last answer; remembered 7 days, so that a repetition does nothing more and is answered with how it
 * ended.
 */
@Entity
@Table(name = "command")
public class CommandRow {
    @Id
    public String id;

    public String volume;

    /** Digest of the command; of what was no command, a marker. */
    public byte[] content;

    /** The command itself; null where it was none, or where an earlier version stored its digest only. */
    public byte[] message;

    public byte[] result;
    public Instant received;

    public static Uni<List<CommandRow>> of(Mutiny.Session session, Collection<String> ids) {
        return KeyedRows.of(
                session, CommandRow.class, "from CommandRow r where r.id in :keys order by r.id", ids, LockMode.NONE);
    }
}
