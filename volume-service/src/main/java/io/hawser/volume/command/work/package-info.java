/** Applies and answers commands, and decides the waiting ones. */
@NullMarked
package io.hawser.volume.command.work;

import org.jspecify.annotations.NullMarked;
