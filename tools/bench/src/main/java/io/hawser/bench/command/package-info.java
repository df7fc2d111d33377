/** The command line of {@code ./hawser bench}. */
@NullMarked
package io.hawser.bench.command;

import org.jspecify.annotations.NullMarked;
