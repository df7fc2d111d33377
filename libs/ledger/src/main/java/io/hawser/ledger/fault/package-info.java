/** Points between two durable steps, at which a test stops the process. */
@NullMarked
package io.hawser.ledger.fault;

import org.jspecify.annotations.NullMarked;
