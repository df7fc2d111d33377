/** Decides about a task's mounts: all are granted or none, and each refusal has a reason in words. */
@NullMarked
package io.hawser.volume.claim;

import org.jspecify.annotations.NullMarked;
