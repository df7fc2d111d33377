/** The loop over volumes: locks what decisions read, decides, stores, calls. */
package io.hawser.volume.lifecycle.work;
