/**
 * What conformance runs on: Hawser's processes, the strict plugins beside them, and the orchestrator's writer and
 * reader of topics.
 */
@NullMarked
package io.hawser.conformance.machine;

import org.jspecify.annotations.NullMarked;
