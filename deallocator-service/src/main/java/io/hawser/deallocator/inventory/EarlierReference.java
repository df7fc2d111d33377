package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;

/**
 * A reference that a service's next record, or its tombstone, ended before the service was deallocated. Tasks that are
 * older than that record may use the resource as long as they live.
 *
 * @param dropped when that record was written
 */
public record EarlierReference(String service, ResourceId resource, Instant dropped) {}
