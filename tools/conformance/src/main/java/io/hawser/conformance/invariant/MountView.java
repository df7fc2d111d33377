package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.SeenMount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The mount tables by volume: where each volume is mounted at one moment. */
final class MountView {

    /**
     * One mount of a volume.
     *
     * @param target the target's id; empty for the staging path
     */
    record Place(MountSighting sighting, SeenMount mount, Optional<String> target) {
        String node() {
            return sighting.node();
        }

        String words() {
            return Words.sighting(sighting, mount.path());
        }
    }

    interface Watcher {
        /** Gets the mounts of a volume at one moment. */
        void sees(String uid, List<Place> places);
    }

    private MountView() {}

    /**
     * Visits all moments at which something had changed. Mounts that existed when their node was fenced are left out
     * until they are gone: a fenced node cannot write any more, and its mounts cannot be unmounted.
     */
    static void each(History history, Fences fences, Watcher watcher) {
        Map<String, MountSighting> now = new LinkedHashMap<>();
        Set<String> fenced = new HashSet<>();
        List<MountSighting> sightings = history.mounts();
        Instant lastLook = Instant.MIN;
        for (int i = 0; i < sightings.size(); i++) {
            MountSighting sighting = sightings.get(i);
            now.put(sighting.node(), sighting);
            boolean lookOver =
                    i + 1 == sightings.size() || !sightings.get(i + 1).at().equals(sighting.at());
            if (lookOver) {
                byVolume(now, fenced, fences, lastLook, sighting.at()).forEach(watcher::sees);
                lastLook = sighting.at();
            }
        }
    }

    /** The newest look at each node. */
    static List<MountSighting> last(History history) {
        Map<String, MountSighting> last = new LinkedHashMap<>();
        history.mounts().forEach(sighting -> last.put(sighting.node(), sighting));
        return List.copyOf(last.values());
    }

    private static Map<String, List<Place>> byVolume(
            Map<String, MountSighting> now, Set<String> fenced, Fences fences, Instant lastLook, Instant look) {
        Map<String, List<Place>> byVolume = new LinkedHashMap<>();
        Set<String> standing = new HashSet<>();
        for (MountSighting sighting : now.values()) {
            boolean wasFenced = fences.between(sighting.node(), lastLook, look);
            for (SeenMount mount : sighting.mounts()) {
                String id = sighting.node() + " " + mount.path();
                standing.add(id);
                if (wasFenced) {
                    fenced.add(id);
                }
                if (!fenced.contains(id)) {
                    mount.place().ifPresent(place -> byVolume.computeIfAbsent(place.uid(), uid -> new ArrayList<>())
                            .add(new Place(sighting, mount, place.target())));
                }
            }
        }
        fenced.retainAll(standing);
        return byVolume;
    }
}
