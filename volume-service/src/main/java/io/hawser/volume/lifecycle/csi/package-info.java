/** One controller call of a plugin, and its outcome. */
@NullMarked
package io.hawser.volume.lifecycle.csi;

import org.jspecify.annotations.NullMarked;
