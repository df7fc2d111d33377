/** The table of the partition of each key. */
@NullMarked
package io.hawser.ledger.keypartition.db;

import org.jspecify.annotations.NullMarked;
