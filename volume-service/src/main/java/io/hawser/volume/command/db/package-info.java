/** The tables of commands and of waiting commands. */
@NullMarked
package io.hawser.volume.command.db;

import org.jspecify.annotations.NullMarked;
