/** What must always hold (architecture, section 8), judged over a history. Pure. */
package io.hawser.conformance.invariant;
