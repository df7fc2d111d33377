/** Checks specifications and keys; each fault names its field. */
@NullMarked
package io.hawser.volume.spec;

import org.jspecify.annotations.NullMarked;
