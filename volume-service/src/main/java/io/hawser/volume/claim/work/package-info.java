/** The loop over tasks: locks what decisions read, decides, stores. */
package io.hawser.volume.claim.work;
