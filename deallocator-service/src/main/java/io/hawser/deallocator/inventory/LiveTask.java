package io.hawser.deallocator.inventory;

import java.time.Instant;

/**
 * A task whose container runs or may still run. Ended tasks are not stored, so retained history holds nothing.
 *
 * @param service empty for a task of no service
 * @param since when it was read first
 * @param written when its first record was written, also an unreadable one
 */
public record LiveTask(String name, String service, Instant since, Instant written) {}
