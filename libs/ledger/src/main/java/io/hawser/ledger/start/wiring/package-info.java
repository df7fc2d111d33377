/** What must exist before a service serves; it waits for that until it is asked to end. */
@NullMarked
package io.hawser.ledger.start.wiring;

import org.jspecify.annotations.NullMarked;
