package io.hawser.hostpath.csi;

import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.ListVolumesResponse.Entry;
import io.hawser.csi.v1.ListVolumesResponse.VolumeStatus;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Page;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * ListVolumes. It needs no lock, because records are replaced as a whole. A page also ends before 2 MiB, with a token:
 * clients accept 4 MiB by default, and too large an answer would hide every volume.
 */
final class VolumeListing {
    private static final System.Logger LOG = System.getLogger(VolumeListing.class.getName());
    private static final int MAX_BYTES = 2 << 20;

    private final StateFolder state;
    private final String topologyKey;
    private final Set<VolumeKey> reported = ConcurrentHashMap.newKeySet();

    VolumeListing(StateFolder state, String topologyKey) {
        this.state = state;
        this.topologyKey = topologyKey;
    }

    ListVolumesResponse list(int maxEntries, String startingToken) throws IOException {
        if (maxEntries < 0) throw Requests.invalid("max_entries: is negative");
        Optional<VolumeKey> after = VolumeKey.parse(startingToken);
        if (after.isEmpty() && !startingToken.isEmpty())
            throw new RefusedException(Reason.ABORTED, "starting_token: not one of this plugin's, start with none");
        Page page = Page.of(state.keys(), after, maxEntries);
        ListVolumesResponse.Builder response = ListVolumesResponse.newBuilder();
        int bytes = 0;
        @Nullable VolumeKey last = null;
        for (VolumeKey key : page.keys()) {
            Optional<Entry> entry = readable(key).map(this::entry);
            int size = entry.map(Entry::getSerializedSize).orElse(0);
            if (bytes > 0 && bytes + size > MAX_BYTES)
                return response.setNextToken(Objects.requireNonNull(last).hex()).build();
            entry.ifPresent(response::addEntries);
            bytes += size;
            last = key;
        }
        return page.more() ? response.setNextToken(page.keys().getLast().hex()).build() : response.build();
    }

    /** One unreadable record must not hide the others. It is logged once. */
    private Optional<Volume> readable(VolumeKey key) throws IOException {
        try {
            return state.volume(key).filter(v -> v.phase() == Volume.Phase.READY);
        } catch (RefusedException e) {
            if (reported.add(key)) LOG.log(Level.WARNING, "left out of ListVolumes: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Entry entry(Volume volume) {
        return Entry.newBuilder()
                .setVolume(Responses.volume(volume, topologyKey))
                .setStatus(VolumeStatus.newBuilder()
                        .addAllPublishedNodeIds(volume.publications().keySet().stream()
                                .map(NodeId::text)
                                .toList()))
                .build();
    }
}
