/**
 * The command line. Like any orchestrator, it writes commands to topics, and reads their results by REST. The demo also
 * uses the packages {@code topic} and {@code rest}.
 */
@NullMarked
package io.hawser.cli;

import org.jspecify.annotations.NullMarked;
