/** The lease of one remote call. */
@NullMarked
package io.hawser.ledger.call;

import org.jspecify.annotations.NullMarked;
