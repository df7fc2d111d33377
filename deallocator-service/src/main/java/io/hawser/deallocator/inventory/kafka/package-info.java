/** Reads the topics, and stores their content. */
@NullMarked
package io.hawser.deallocator.inventory.kafka;

import org.jspecify.annotations.NullMarked;
