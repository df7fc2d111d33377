package io.hawser.volume.claim;

import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A volume as the decision about a claim sees it; locked.
 *
 * @param publications by node, in any state
 * @param mountedSomewhere nodes that have something of it mounted and no publication: of an earlier life of the
 *     database
 * @param claims all of them, the waiting ones too
 * @param fenced nodes among those of its publications that are known to be fenced
 */
public record VolumeView(
        String name,
        VolumeSpec spec,
        boolean created,
        boolean removal,
        List<Topology> topology,
        Map<String, Publication> publications,
        Set<String> mountedSomewhere,
        List<Claim> claims,
        Set<String> fenced) {
    public VolumeView {
        topology = List.copyOf(topology);
        publications = Map.copyOf(publications);
        mountedSomewhere = Set.copyOf(mountedSomewhere);
        claims = List.copyOf(claims);
        fenced = Set.copyOf(fenced);
    }
}
