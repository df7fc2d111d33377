package io.hawser.volume.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/**
 * A command and its last answer; remembered 7 days, so that a repetition does nothing more and is told how it ended.
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
}
