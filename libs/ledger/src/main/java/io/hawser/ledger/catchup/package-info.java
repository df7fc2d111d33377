/** How far a service must have read before it decides. */
@NullMarked
package io.hawser.ledger.catchup;

import org.jspecify.annotations.NullMarked;
