/** Writes tasks' records again. */
package io.hawser.volume.claim.kafka;
