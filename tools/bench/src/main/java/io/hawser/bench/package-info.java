/** Measures Hawser on one machine, beside a worker that does the same without it. */
package io.hawser.bench;
