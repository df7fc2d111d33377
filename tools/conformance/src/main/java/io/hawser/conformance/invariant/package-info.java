/** The conditions that must always hold (docs/conformance.md), judged over a history. Pure functions. */
package io.hawser.conformance.invariant;
