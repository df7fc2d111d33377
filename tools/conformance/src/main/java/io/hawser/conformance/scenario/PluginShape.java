package io.hawser.conformance.scenario;

import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.FaultScript;
import java.util.Set;

/**
 * The strict plugin of a run.
 *
 * @param profile a set of capabilities, in the form of {@link CapabilityProfiles#parse}
 * @param adopted ids of volumes that exist already: a plugin that creates none serves them under these names; of
 *     another plugin they are registered ({@link Plan#existing})
 * @param relayed no controller of its own: each node's instance serves the controller too, and is reached through the
 *     relay of the node's agent
 */
public record PluginShape(String profile, FaultScript faults, Set<String> adopted, boolean relayed) {
    public PluginShape {
        CapabilityProfiles.parse(profile);
        adopted = Set.copyOf(adopted);
    }

    public static PluginShape calm(String profile) {
        return new PluginShape(profile, FaultScript.calm(), Set.of(), false);
    }

    public PluginShape with(FaultScript script) {
        return new PluginShape(profile, script, adopted, relayed);
    }

    public PluginShape adopting(Set<String> volumes) {
        return new PluginShape(profile, faults, volumes, relayed);
    }

    public PluginShape throughRelays() {
        return new PluginShape(profile, faults, adopted, true);
    }

    public Capabilities capabilities() {
        return CapabilityProfiles.parse(profile);
    }

    /** Whether no agent finds the controller, so that it must be registered with plugin-registry. */
    public boolean hasOwnController() {
        return capabilities().hasController() && !relayed;
    }
}
