/** The command line of {@code ./hawser conformance}. */
@NullMarked
package io.hawser.conformance.command;

import org.jspecify.annotations.NullMarked;
