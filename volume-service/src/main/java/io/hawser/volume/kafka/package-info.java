/** The records that volume-service writes: topic, key and identity of each. */
package io.hawser.volume.kafka;
