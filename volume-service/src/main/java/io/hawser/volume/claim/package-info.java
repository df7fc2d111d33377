/** What becomes of a task's mounts: all are granted or none, and each refusal is told in words. */
package io.hawser.volume.claim;
