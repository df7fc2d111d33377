/** Due work: what changes it, when a loop looks for it, and which keys are worked on or fail. */
@NullMarked
package io.hawser.ledger.due;

import org.jspecify.annotations.NullMarked;
