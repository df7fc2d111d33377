/**
 * What the orchestrator says there is, and what each of its records changes. No framework in here, but in {@code db}
 * and {@code kafka}.
 */
package io.hawser.deallocator.inventory;
