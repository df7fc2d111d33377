package io.hawser.volume.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A command and its last answer; remembered 7 days, so that a repetition does nothing more and is told how it ended. */
@Entity
@Table(name = "command")
public class CommandRow {
    @Id
    public String id;

    public String volume;
    public byte[] content;
    public byte[] result;
    public Instant received;
}
