/** The table of orphaned mounts. */
@NullMarked
package io.hawser.volume.orphan.db;

import org.jspecify.annotations.NullMarked;
