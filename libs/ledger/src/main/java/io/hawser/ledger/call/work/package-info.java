/** The deadline of one remote call, by the clocks of this process. */
@NullMarked
package io.hawser.ledger.call.work;

import org.jspecify.annotations.NullMarked;
