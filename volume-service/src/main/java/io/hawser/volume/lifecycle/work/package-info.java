/** The loop over volumes: locks what their decisions read, decides, stores, calls. */
package io.hawser.volume.lifecycle.work;
