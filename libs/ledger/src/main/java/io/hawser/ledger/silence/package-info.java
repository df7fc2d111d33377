/** When an agent that promises a record at an interval counts as silent. */
@NullMarked
package io.hawser.ledger.silence;

import org.jspecify.annotations.NullMarked;
