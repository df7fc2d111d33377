/** Reads the topics, and stores what they say. */
package io.hawser.deallocator.inventory.kafka;
