/** The records that volume-service writes: topic, key and identity of each. */
@NullMarked
package io.hawser.volume.kafka;

import org.jspecify.annotations.NullMarked;
