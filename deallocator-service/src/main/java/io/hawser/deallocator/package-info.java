/**
 * Deletes services and what belongs to them only when their last live task is gone, and then for good. {@code
 * inventory} contains the orchestrator's resources, {@code deletion} the rule; see {@code
 * deallocator-service/DESIGN.md}.
 */
@NullMarked
package io.hawser.deallocator;

import org.jspecify.annotations.NullMarked;
