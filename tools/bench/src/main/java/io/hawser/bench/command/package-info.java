/** The command line of {@code ./hawser bench}. */
package io.hawser.bench.command;
