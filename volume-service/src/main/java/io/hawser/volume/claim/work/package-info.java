/** The loop over tasks: locks what decisions read, decides, stores. */
@NullMarked
package io.hawser.volume.claim.work;

import org.jspecify.annotations.NullMarked;
