/** Decides about a command: accepted, refused, or not known yet. */
@NullMarked
package io.hawser.volume.command;

import org.jspecify.annotations.NullMarked;
