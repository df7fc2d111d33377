/** The loop over tasks: locks what their decisions read, decides, stores. */
package io.hawser.volume.claim.work;
