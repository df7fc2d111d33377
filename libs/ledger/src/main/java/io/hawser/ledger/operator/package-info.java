/** What an operator asks of a service with a ledger: its readiness, and writing its state records again. */
package io.hawser.ledger.operator;
