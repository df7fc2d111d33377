/** What an operator asks of a service with a ledger: its readiness, and writing its state records again. */
@NullMarked
package io.hawser.ledger.operator.api;

import org.jspecify.annotations.NullMarked;
