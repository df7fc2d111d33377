package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.ledger.tx.UnreadableRowException;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The progress of a deletion, as columns. */
@Embeddable
public class DeletionColumns {
    private enum Stage {
        NOT_ASKED,
        ASKED,
        DEALLOCATED
    }

    private String deletion;
    private @Nullable String watermarks;
    private @Nullable Instant asked;
    private @Nullable Instant changed;
    private long revision;

    @Column(name = "told")
    private byte[] message = new byte[0];

    public Deletion toDomain() {
        return switch (UnreadableRowException.constant(Stage.class, "the column deletion", deletion)) {
            case NOT_ASKED -> new Deletion.NotAsked();
            case ASKED -> new Deletion.Asked(there(asked), there(changed), Optional.ofNullable(watermarks));
            case DEALLOCATED -> new Deletion.Deallocated(revision, there(changed));
        };
    }

    private static Instant there(@Nullable Instant time) {
        return Objects.requireNonNull(time, "a deletion that is asked for has its times");
    }

    public void set(Deletion value) {
        switch (value) {
            case Deletion.NotAsked() -> {
                set(Stage.NOT_ASKED, null, null, 0);
                asked = null;
            }
            case Deletion.Asked(Instant since, Instant at, Optional<String> noted) -> {
                set(Stage.ASKED, noted.orElse(null), at, 0);
                asked = since;
            }
            case Deletion.Deallocated(long drawn, Instant at) -> set(Stage.DEALLOCATED, null, at, drawn);
        }
    }

    private void set(Stage stage, @Nullable String noted, @Nullable Instant at, long drawn) {
        deletion = stage.name();
        watermarks = noted;
        changed = at;
        revision = drawn;
    }

    /** The message as it was written when it was decided; it is written again unchanged. */
    public byte[] message() {
        return message.clone();
    }

    public void message(byte[] written) {
        message = written.clone();
    }
}
