/** The parts of a run: a plugin's shape, volumes, tasks, and the acts of orchestrator and disturber in their order. */
@NullMarked
package io.hawser.conformance.scenario;

import org.jspecify.annotations.NullMarked;
