/** Deletes what a service has kept long enough, by the database's clock. */
@NullMarked
package io.hawser.ledger.retention.work;

import org.jspecify.annotations.NullMarked;
