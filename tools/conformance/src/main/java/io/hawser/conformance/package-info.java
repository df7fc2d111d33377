/** Judges Hawser as a caller of CSI: real processes, the strict plugin, faults, and invariants. */
package io.hawser.conformance;
