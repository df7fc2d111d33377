/** How far a service must have read before it decides, and what it waits for. */
@NullMarked
package io.hawser.ledger.catchup;

import org.jspecify.annotations.NullMarked;
