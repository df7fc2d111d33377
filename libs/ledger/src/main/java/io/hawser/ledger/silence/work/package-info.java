/**
 * Watches agents that promise a record at an interval. Silence counts only after everything written up to a moment has
 * been read, and is measured up to that moment.
 */
@NullMarked
package io.hawser.ledger.silence.work;

import org.jspecify.annotations.NullMarked;
