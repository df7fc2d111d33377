/** The lease of one remote call, its deadline, and the pause before the next. */
@NullMarked
package io.hawser.ledger.call;

import org.jspecify.annotations.NullMarked;
