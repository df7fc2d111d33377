/** Notes how far the topics go, reads what was there, and opens the gate to the decisions. */
@NullMarked
package io.hawser.ledger.catchup.work;

import org.jspecify.annotations.NullMarked;
