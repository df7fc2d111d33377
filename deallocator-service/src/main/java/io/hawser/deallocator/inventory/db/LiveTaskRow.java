package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.LiveTask;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "live_task")
public class LiveTaskRow {
    @Id
    private String name;

    private String service;
    private Instant since;

    /** Null if the release before inserted the row. */
    private @Nullable Instant written;

    protected LiveTaskRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    LiveTaskRow(LiveTask task) {
        name = task.name();
        set(task);
    }

    void set(LiveTask task) {
        service = task.service();
        since = task.since();
        written = task.written();
    }

    String name() {
        return name;
    }

    LiveTask toDomain() {
        return new LiveTask(name, service, since, written == null ? since : written);
    }
}
