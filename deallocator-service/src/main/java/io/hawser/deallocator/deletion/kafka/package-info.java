/** Deallocations, written again. */
package io.hawser.deallocator.deletion.kafka;
