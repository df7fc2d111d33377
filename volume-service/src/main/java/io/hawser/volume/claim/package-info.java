/**
 * Decides about a task's mounts: all are granted or none, and each refusal has a reason in words. A claim itself
 * belongs to its volume: {@link io.hawser.volume.lifecycle.Claim}. Kubernetes' claims (PVC) are something else.
 */
@NullMarked
package io.hawser.volume.claim;

import org.jspecify.annotations.NullMarked;
