/** Due work: its table, and the loops that hand it to workers and put off what fails. */
@NullMarked
package io.hawser.ledger.due;

import org.jspecify.annotations.NullMarked;
