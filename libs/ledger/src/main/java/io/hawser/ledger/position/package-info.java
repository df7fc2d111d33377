/** How far a service has read, and whether that lies in the log and moves. */
@NullMarked
package io.hawser.ledger.position;

import org.jspecify.annotations.NullMarked;
