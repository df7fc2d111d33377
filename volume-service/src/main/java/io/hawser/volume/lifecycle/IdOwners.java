package io.hawser.volume.lifecycle;

import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which volumes have the ids that plugins answer CreateVolume with, as far as a transaction knows. */
public final class IdOwners {
    private final List<IdOwner> owners = new ArrayList<>();

    public void add(Collection<IdOwner> stored) {
        owners.addAll(stored);
    }

    /**
     * A plugin that answers with another volume's id has made none: it is neither used nor deleted for this one.
     *
     * @return the outcome as it counts
     */
    public CallOutcome checked(CallOutcome outcome, PluginName plugin, VolumeName volume) {
        if (!(outcome instanceof CallOutcome.Created(var _, Provision.Info info))) {
            return outcome;
        }
        for (IdOwner owner : owners) {
            if (owner.known()
                    && owner.has(plugin, info.volumeId())
                    && !owner.volume().equals(volume)) {
                return new CallOutcome.Rejected("the plugin answered as if it had made it: " + owner.message());
            }
        }
        owners.add(new IdOwner(plugin, info.volumeId(), true, volume, false));
        return outcome;
    }
}
