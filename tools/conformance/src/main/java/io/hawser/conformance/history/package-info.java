/** What was observed in one run: immutable records, and the thin readers that collect them. */
package io.hawser.conformance.history;
