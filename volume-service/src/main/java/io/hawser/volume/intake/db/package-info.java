/** The rows for a batch of records, locked in the common order. */
@NullMarked
package io.hawser.volume.intake.db;

import org.jspecify.annotations.NullMarked;
