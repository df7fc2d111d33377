/** The figures and how they are shown; pure. */
package io.hawser.bench.report;
