/** The parts of a run: a plugin's shape, volumes, tasks, and the acts of orchestrator and disturber in their order. */
package io.hawser.conformance.scenario;
