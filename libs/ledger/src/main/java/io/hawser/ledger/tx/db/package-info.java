/** Database transactions: locks rows in one order, and classifies failures by SQLSTATE. */
@NullMarked
package io.hawser.ledger.tx.db;

import org.jspecify.annotations.NullMarked;
