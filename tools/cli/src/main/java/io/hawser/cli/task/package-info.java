/** What an orchestrator says about a task. */
@NullMarked
package io.hawser.cli.task;

import org.jspecify.annotations.NullMarked;
