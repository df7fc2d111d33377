/**
 * What conformance runs on: Hawser's processes, the strict plugins beside them, the orchestrator's hand and eye on the
 * topics.
 */
package io.hawser.conformance.machine;
