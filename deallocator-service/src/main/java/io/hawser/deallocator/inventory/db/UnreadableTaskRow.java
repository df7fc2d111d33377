package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.UnreadableTask;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "unreadable_task")
public class UnreadableTaskRow {
    @Id
    private String place;

    private @Nullable String key;
    private @Nullable String service;
    private Instant since;

    /** Null if the release before inserted the row. */
    private @Nullable Instant written;

    protected UnreadableTaskRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    UnreadableTaskRow(UnreadableTask task) {
        place = task.place();
        set(task);
    }

    void set(UnreadableTask task) {
        key = task.key().orElse(null);
        service = task.service().orElse(null);
        since = task.since();
        written = task.written();
    }

    public String place() {
        return place;
    }

    public UnreadableTask toDomain() {
        return new UnreadableTask(
                place,
                Optional.ofNullable(key),
                Optional.ofNullable(service),
                since,
                // The task may be older than anything.
                written == null ? Instant.EPOCH : written);
    }
}
