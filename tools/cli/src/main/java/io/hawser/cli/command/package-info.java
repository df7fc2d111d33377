/** The commands, one class each, and how each of them ends. */
@NullMarked
package io.hawser.cli.command;

import org.jspecify.annotations.NullMarked;
