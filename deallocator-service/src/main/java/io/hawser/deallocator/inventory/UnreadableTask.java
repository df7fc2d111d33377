package io.hawser.deallocator.inventory;

import java.time.Instant;
import java.util.Optional;

/**
 * A task's record that could not be read or cannot be true. The task may run, so it holds its service.
 *
 * @param place of the record, for example {@code hawser.tasks-0@17}
 * @param key the task's name
 * @param service empty if it is not known: then the record holds every service
 * @param written when the record was written, or the first of the unreadable ones of that task that it replaced
 */
public record UnreadableTask(
        String place, Optional<String> key, Optional<String> service, Instant since, Instant written) {}
