/** Records of volumes and assignments: the changed ones, and all of them written again. */
@NullMarked
package io.hawser.volume.lifecycle.kafka;

import org.jspecify.annotations.NullMarked;
