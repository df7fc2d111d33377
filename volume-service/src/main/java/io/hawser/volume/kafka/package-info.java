/** The records that leave: topic, key and identity of each. */
package io.hawser.volume.kafka;
