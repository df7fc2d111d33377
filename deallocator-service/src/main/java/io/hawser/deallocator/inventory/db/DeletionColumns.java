package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.ledger.tx.UnreadableRowException;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The progress of a deletion, as three columns. */
@Embeddable
public class DeletionColumns {
    private enum Stage {
        NOT_ASKED,
        ASKED,
        DEALLOCATED
    }

    @Column(nullable = false)
    private String deletion;

    private @Nullable String watermarks;

    @Column(nullable = false)
    private long revision;

    public Deletion toDomain() {
        return switch (UnreadableRowException.constant(Stage.class, "the column deletion", deletion)) {
            case NOT_ASKED -> new Deletion.NotAsked();
            case ASKED -> new Deletion.Asked(Optional.ofNullable(watermarks));
            case DEALLOCATED -> new Deletion.Deallocated(revision);
        };
    }

    public void set(Deletion value) {
        switch (value) {
            case Deletion.NotAsked() -> set(Stage.NOT_ASKED, Optional.empty(), 0);
            case Deletion.Asked(Optional<String> noted) -> set(Stage.ASKED, noted, 0);
            case Deletion.Deallocated(long at) -> set(Stage.DEALLOCATED, Optional.empty(), at);
        }
    }

    private void set(Stage stage, Optional<String> noted, long at) {
        deletion = stage.name();
        watermarks = noted.orElse(null);
        revision = at;
    }
}
