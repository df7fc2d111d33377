/** The table of watched agents. */
@NullMarked
package io.hawser.ledger.silence.db;

import org.jspecify.annotations.NullMarked;
