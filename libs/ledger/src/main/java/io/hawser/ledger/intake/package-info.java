/** Reads topics in batches, and applies each record once in the database. */
@NullMarked
package io.hawser.ledger.intake;

import org.jspecify.annotations.NullMarked;
