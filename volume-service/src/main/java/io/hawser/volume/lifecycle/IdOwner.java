package io.hawser.volume.lifecycle;

import io.hawser.message.Truncated;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import java.util.List;

/**
 * A volume with its id at its plugin. Two volumes with one id would be one disk under two names, with a writer each.
 *
 * @param id its name while it has none: a plugin that does not create volumes takes it so
 * @param known whether the id is more than the name
 * @param leaving whether its removal was asked for
 */
public record IdOwner(PluginName plugin, String id, boolean known, VolumeName volume, boolean leaving) {
    public boolean has(PluginName plugin, String id) {
        return this.plugin.equals(plugin) && this.id.equals(id);
    }

    /** Whether this may end: the volume goes, or gets another id. */
    public boolean passes() {
        return leaving || !known;
    }

    public String message() {
        return known
                ? "volume " + volume + " of plugin " + plugin + " has the id " + Truncated.of(id)
                        + (leaving ? ", and is being removed" : "")
                : "volume " + volume + " of plugin " + plugin + " is not created yet, and may get the id "
                        + Truncated.of(id);
    }

    /** A plugin that answers with another volume's id has made none: it is neither used nor deleted for this one. */
    public static CallOutcome checked(CallOutcome outcome, PluginName plugin, VolumeName volume, List<IdOwner> owners) {
        return outcome instanceof CallOutcome.Created(var _, Provision.Info info)
                ? owners.stream()
                        .filter(owner -> owner.known()
                                && owner.has(plugin, info.volumeId())
                                && !owner.volume().equals(volume))
                        .findFirst()
                        .<CallOutcome>map(owner -> new CallOutcome.Rejected(
                                "the plugin answered as if it had made it: " + owner.message()))
                        .orElse(outcome)
                : outcome;
    }
}
