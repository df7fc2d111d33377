/** The figures and their output; pure functions. */
package io.hawser.bench.report;
