/** The processes that a bench runs on, and the bench's requests to them. */
package io.hawser.bench.machine;
