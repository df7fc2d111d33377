/** Writes deallocations again. */
@NullMarked
package io.hawser.deallocator.deletion.kafka;

import org.jspecify.annotations.NullMarked;
