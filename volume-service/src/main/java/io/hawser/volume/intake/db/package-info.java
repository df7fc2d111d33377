/** The rows for a batch of records, locked in the common order. */
package io.hawser.volume.intake.db;
