/** Runs all of Hawser on one machine. */
@NullMarked
package io.hawser.local;

import org.jspecify.annotations.NullMarked;
