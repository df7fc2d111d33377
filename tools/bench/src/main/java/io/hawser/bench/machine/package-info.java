/** The processes that a bench runs on, and the bench's requests to them. */
@NullMarked
package io.hawser.bench.machine;

import org.jspecify.annotations.NullMarked;
