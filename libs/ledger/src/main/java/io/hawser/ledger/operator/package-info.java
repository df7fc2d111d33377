/** What an operator asks of a service with a ledger: whether it is ready, and to write its state records again. */
package io.hawser.ledger.operator;
