package io.hawser.plugin.registry.csi;

import io.hawser.plugin.registry.ProbeResult;
import io.smallrye.mutiny.Uni;

/**
 * Asks an instance who it is, what it can do, and whether it is ready. Changes nothing there, so it may be repeated at
 * will.
 */
public interface PluginProbe {
    /** Never fails: whatever goes wrong is a {@link ProbeResult.Failed}. Ends within twice the call deadline. */
    Uni<ProbeResult> ask(String plugin, String endpoint);
}
