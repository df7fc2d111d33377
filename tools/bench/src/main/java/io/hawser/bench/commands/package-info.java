/** Writes many commands: whether each gets an answer, and how much of volume-service's memory that takes. */
@NullMarked
package io.hawser.bench.commands;

import org.jspecify.annotations.NullMarked;
