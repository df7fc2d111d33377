/** The command that starts the plugin as a process of its own. */
@NullMarked
package io.hawser.strict.command;

import org.jspecify.annotations.NullMarked;
