/** Points between two durable steps, and the orders for them. */
@NullMarked
package io.hawser.ledger.fault;

import org.jspecify.annotations.NullMarked;
