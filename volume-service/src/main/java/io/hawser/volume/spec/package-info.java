/** Checks specifications, tasks' records and keys; each fault names its field. */
package io.hawser.volume.spec;
