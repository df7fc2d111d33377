package io.hawser.strict.knowledge;

import io.hawser.csi.v1.VolumeCapability;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the caller knows about a volume.
 *
 * @param context empty if the caller never got it
 * @param capabilities what the volume was made for; empty if it was not made through the plugin
 */
public record VolumeDetails(Optional<Map<String, String>> context, List<VolumeCapability> capabilities) {
    public VolumeDetails {
        capabilities = List.copyOf(capabilities);
    }
}
