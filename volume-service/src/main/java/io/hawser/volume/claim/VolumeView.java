package io.hawser.volume.claim;

import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import java.util.List;
import java.util.Map;

/**
 * A volume as the decision about a claim sees it; locked.
 *
 * @param publications by node, in any state
 * @param claims all of them, the waiting ones too
 */
public record VolumeView(
        String name,
        VolumeSpec spec,
        boolean created,
        boolean removal,
        List<Topology> topology,
        Map<String, Publication> publications,
        List<Claim> claims) {
    public VolumeView {
        topology = List.copyOf(topology);
        publications = Map.copyOf(publications);
        claims = List.copyOf(claims);
    }
}
