/** The conditions that must always hold (docs/conformance.md), judged over a history. Pure functions. */
@NullMarked
package io.hawser.conformance.invariant;

import org.jspecify.annotations.NullMarked;
