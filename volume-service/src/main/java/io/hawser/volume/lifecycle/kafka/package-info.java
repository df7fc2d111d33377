/** Records of volumes and assignments: the changed ones, and all of them written again. */
package io.hawser.volume.lifecycle.kafka;
