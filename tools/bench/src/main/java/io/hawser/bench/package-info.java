/** Measures Hawser on one machine, in comparison with one worker that makes the same calls without Hawser. */
package io.hawser.bench;
