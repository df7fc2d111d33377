/** The records that this service writes. */
package io.hawser.deallocator.kafka;
