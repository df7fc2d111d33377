/** The observations of one run: immutable records, and the thin readers that collect them. */
package io.hawser.conformance.history;
