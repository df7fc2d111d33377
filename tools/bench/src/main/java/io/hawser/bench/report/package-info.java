/** The figures and their output; pure functions. */
@NullMarked
package io.hawser.bench.report;

import org.jspecify.annotations.NullMarked;
