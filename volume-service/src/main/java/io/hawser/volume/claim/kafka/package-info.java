/** Writes tasks' records again. */
@NullMarked
package io.hawser.volume.claim.kafka;

import org.jspecify.annotations.NullMarked;
