/**
 * Deletes services and what belongs to them only when their last live task is gone, and then for good.
 * {@code inventory} is what the orchestrator says, {@code deletion} the rule; see
 * {@code deallocator-service/DESIGN.md}.
 */
package io.hawser.deallocator;
