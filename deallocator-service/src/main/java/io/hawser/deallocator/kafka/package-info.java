/** The records that leave. */
package io.hawser.deallocator.kafka;
