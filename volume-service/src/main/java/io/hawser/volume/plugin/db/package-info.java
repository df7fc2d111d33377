/** The table of plugins. */
@NullMarked
package io.hawser.volume.plugin.db;

import org.jspecify.annotations.NullMarked;
