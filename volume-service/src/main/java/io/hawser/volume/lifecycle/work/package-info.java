/** The loop over volumes: locks what decisions read, decides, stores, calls. */
@NullMarked
package io.hawser.volume.lifecycle.work;

import org.jspecify.annotations.NullMarked;
