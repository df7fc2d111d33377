/** The records that this service writes. */
@NullMarked
package io.hawser.deallocator.kafka;

import org.jspecify.annotations.NullMarked;
