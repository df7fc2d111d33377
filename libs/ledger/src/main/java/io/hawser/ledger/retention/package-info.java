/** Rows that a service keeps only for a while, by the database's clock. */
package io.hawser.ledger.retention;
