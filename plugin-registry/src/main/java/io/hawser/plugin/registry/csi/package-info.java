/** Asks a plugin who it is and what it can do. */
@NullMarked
package io.hawser.plugin.registry.csi;

import org.jspecify.annotations.NullMarked;
