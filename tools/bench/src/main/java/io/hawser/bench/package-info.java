/** Measures Hawser on one machine, in comparison with one worker that makes the same calls without Hawser. */
@NullMarked
package io.hawser.bench;

import org.jspecify.annotations.NullMarked;
