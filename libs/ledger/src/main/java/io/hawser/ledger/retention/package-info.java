/** Rows that a service keeps only for a while, by the database's clock. */
@NullMarked
package io.hawser.ledger.retention;

import org.jspecify.annotations.NullMarked;
