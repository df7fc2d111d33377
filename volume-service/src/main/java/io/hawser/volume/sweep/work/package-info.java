/** The loop over plugins with a due sweep. */
@NullMarked
package io.hawser.volume.sweep.work;

import org.jspecify.annotations.NullMarked;
