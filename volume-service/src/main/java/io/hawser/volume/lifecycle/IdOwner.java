package io.hawser.volume.lifecycle;

import io.hawser.message.Truncated;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;

/**
 * A volume with its id at its plugin. Two volumes with one id would be one disk under two names, with a writer each.
 *
 * @param id its id; while it has none, its name, which becomes the id if the plugin does not create volumes
 * @param known whether it has this id; otherwise it may get it
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
}
