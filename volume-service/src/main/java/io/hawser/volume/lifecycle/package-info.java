/** The one decision about a volume: settles publications, applies the outcome of a call, chooses the next call. */
@NullMarked
package io.hawser.volume.lifecycle;

import org.jspecify.annotations.NullMarked;
