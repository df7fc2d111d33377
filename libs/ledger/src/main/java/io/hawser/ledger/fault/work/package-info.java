/** Stops the process at a point, when a test orders it. */
@NullMarked
package io.hawser.ledger.fault.work;

import org.jspecify.annotations.NullMarked;
