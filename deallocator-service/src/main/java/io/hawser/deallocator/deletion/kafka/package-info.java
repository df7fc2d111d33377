/** Writes deallocations again. */
package io.hawser.deallocator.deletion.kafka;
