/** The settings of the ledger, and what the container is to make of them. */
@NullMarked
package io.hawser.ledger.wiring;

import org.jspecify.annotations.NullMarked;
