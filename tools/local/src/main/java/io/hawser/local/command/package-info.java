/** The commands that run Hawser on one machine. */
@NullMarked
package io.hawser.local.command;

import org.jspecify.annotations.NullMarked;
