/**
 * The orchestrator's side of CSI: typed RPCs with their checks and capabilities, three endings for every call, and
 * channels that heal by themselves. Knows CSI and nothing of volumes' lives.
 */
package io.hawser.csi;
