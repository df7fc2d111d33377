/** Database transactions: rows that are locked in one order, and failures that are told apart. */
@NullMarked
package io.hawser.ledger.tx;

import org.jspecify.annotations.NullMarked;
