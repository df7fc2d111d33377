/** Volumes' and assignments' records, if they say something new, or written again. */
package io.hawser.volume.lifecycle.kafka;
