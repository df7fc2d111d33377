/** The rows that a batch of records concerns, locked in the one order. */
package io.hawser.volume.intake.db;
