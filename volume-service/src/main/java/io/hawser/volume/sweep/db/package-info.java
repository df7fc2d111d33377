/** The tables of the sweep. */
@NullMarked
package io.hawser.volume.sweep.db;

import org.jspecify.annotations.NullMarked;
