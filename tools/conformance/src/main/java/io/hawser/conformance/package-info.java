/**
 * Judges Hawser as a caller of CSI: real processes, the strict plugin, faults, and a check of what must always hold.
 */
package io.hawser.conformance;
