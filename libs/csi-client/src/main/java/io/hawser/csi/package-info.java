/**
 * The orchestrator's side of CSI: typed RPCs with their checks and capabilities, three outcomes for every call, and
 * channels that reconnect by themselves. Contains CSI and no life cycle of volumes.
 */
@NullMarked
package io.hawser.csi;

import org.jspecify.annotations.NullMarked;
