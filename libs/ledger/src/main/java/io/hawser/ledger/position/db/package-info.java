/** The table of how far a service has read. */
@NullMarked
package io.hawser.ledger.position.db;

import org.jspecify.annotations.NullMarked;
