/** Judges Hawser as a caller of CSI: real processes, the strict plugin, faults, and invariants. */
@NullMarked
package io.hawser.conformance;

import org.jspecify.annotations.NullMarked;
