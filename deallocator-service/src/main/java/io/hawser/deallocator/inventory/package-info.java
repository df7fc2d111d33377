/** The orchestrator's resources, and the effect of each of its records. */
package io.hawser.deallocator.inventory;
