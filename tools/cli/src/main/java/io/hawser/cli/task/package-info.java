/** What an orchestrator says about a task, and how its mounts are written as arguments. */
@NullMarked
package io.hawser.cli.task;

import org.jspecify.annotations.NullMarked;
