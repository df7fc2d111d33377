/** The observations of one run: immutable records, and the thin readers that collect them. */
@NullMarked
package io.hawser.conformance.history;

import org.jspecify.annotations.NullMarked;
