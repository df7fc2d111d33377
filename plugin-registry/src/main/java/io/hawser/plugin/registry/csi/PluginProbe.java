package io.hawser.plugin.registry.csi;

import io.hawser.plugin.registry.ProbeResult;
import io.smallrye.mutiny.Uni;

/**
 * Asks an instance who it is, what it can do, and whether it is ready. The question changes nothing, so it can be
 * repeated without limit.
 */
public interface PluginProbe {
    /** Never fails: every error becomes a {@link ProbeResult.Failed}. Ends within twice the call deadline. */
    Uni<ProbeResult> ask(String plugin, String endpoint);
}
