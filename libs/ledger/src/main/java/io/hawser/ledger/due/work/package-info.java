/** The table of due work, and the loops that hand it to workers and put off what fails. */
@NullMarked
package io.hawser.ledger.due.work;

import org.jspecify.annotations.NullMarked;
