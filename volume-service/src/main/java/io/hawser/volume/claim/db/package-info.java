/** The table of tasks. */
@NullMarked
package io.hawser.volume.claim.db;

import org.jspecify.annotations.NullMarked;
