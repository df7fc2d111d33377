/** The final report of conformance: the table, the line of JSON, and whether the result is good enough. */
@NullMarked
package io.hawser.conformance.report;

import org.jspecify.annotations.NullMarked;
