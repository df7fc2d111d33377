/** The loop over orphaned mounts. */
@NullMarked
package io.hawser.volume.orphan.work;

import org.jspecify.annotations.NullMarked;
