/** The neighbours of volume-service in its tests: an orchestrator on the topics, nodes that report, a strict plugin. */
@NullMarked
package io.hawser.volume.testkit;

import org.jspecify.annotations.NullMarked;
