/** Reads the topics, and stores their content. */
package io.hawser.deallocator.inventory.kafka;
