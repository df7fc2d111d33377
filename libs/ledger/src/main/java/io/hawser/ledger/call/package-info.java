/** The lease of one remote call, and its deadline. */
@NullMarked
package io.hawser.ledger.call;

import org.jspecify.annotations.NullMarked;
