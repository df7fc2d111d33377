/** The orchestrator's resources, and the effect of each of its records. */
@NullMarked
package io.hawser.deallocator.inventory;

import org.jspecify.annotations.NullMarked;
