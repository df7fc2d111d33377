/**
 * The command line: writes commands to topics as any orchestrator would, and reads by REST what became of them. The
 * packages {@code topic} and {@code rest} also serve the demo.
 */
package io.hawser.cli;
