/** Tasks' records, written again. */
package io.hawser.volume.claim.kafka;
