/** {@code bench deallocate}: services that are marked for deletion, and the ends of their tasks. */
@NullMarked
package io.hawser.bench.deallocate;

import org.jspecify.annotations.NullMarked;
