/**
 * Who is to be heard at an interval, and is not. Silence counts only where everything that was written by a moment has
 * been read, and is measured up to that
 * moment.
 */
package io.hawser.ledger.silence;
