/** The processes that a bench runs on, and what it says and hears at their sockets. */
package io.hawser.bench.machine;
