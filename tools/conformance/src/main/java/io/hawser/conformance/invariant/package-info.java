/** What must always hold (docs/conformance.md), judged over a history. Pure. */
package io.hawser.conformance.invariant;
