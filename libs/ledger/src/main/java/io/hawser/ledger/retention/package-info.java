/** What a service remembers only for a while, and forgets by the database's clock. */
package io.hawser.ledger.retention;
