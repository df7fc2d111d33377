/**
 * What conformance runs on: Hawser's processes, the strict plugins beside them, and the orchestrator's writer and
 * reader of topics.
 */
package io.hawser.conformance.machine;
