/** What the container is to make of the ledger. */
@NullMarked
package io.hawser.ledger.wiring;

import org.jspecify.annotations.NullMarked;
