package io.hawser.volume.sweep;

import io.hawser.csi.v1.ListVolumesResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes from each page what is compared, and does not keep the page. A listing has no size limit: volumes without a
 * record are kept only if they have a name of Hawser's, and at most {@value #MOST_OURS} of them.
 */
public final class ListedPages {
    /** Each becomes an event for a person. */
    static final int MOST_OURS = 1000;

    /** Unrecorded attachments kept for one volume; each becomes a condition. */
    static final int MOST_ELSEWHERE = 16;

    private static final Pattern NAME = Pattern.compile("hawser-([0-9a-f]{24})");

    private final Map<String, Recorded> byVolumeId = new HashMap<>();
    private final Set<String> uids = new HashSet<>();
    private final int asked;
    private final Map<String, Set<String>> nodes = new HashMap<>();
    private final Map<String, String> ours = new HashMap<>();
    private boolean cut = true;
    private boolean allOurs = true;

    /**
     * @param recorded the plugin's volumes before the listing
     * @param asked max_entries of each request
     */
    public ListedPages(Collection<Recorded> recorded, int asked) {
        this.asked = asked;
        recorded.forEach(volume -> {
            byVolumeId.put(volume.volumeId(), volume);
            uids.add(volume.uid());
        });
    }

    public void add(ListVolumesResponse page) {
        page.getEntriesList().forEach(this::add);
        cut = page.getEntriesCount() >= asked;
    }

    public Listing listing() {
        return new Listing(nodes, ours, !cut, allOurs);
    }

    private void add(ListVolumesResponse.Entry entry) {
        String id = entry.getVolume().getVolumeId();
        Recorded recorded = byVolumeId.get(id);
        if (recorded != null) {
            attached(recorded, entry);
        }
        Stream.concat(Stream.of(id), entry.getVolume().getVolumeContextMap().values().stream())
                .map(NAME::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> found.group(1))
                .filter(uid -> !uids.contains(uid))
                .ifPresent(uid -> orphan(id, uid));
    }

    private void attached(Recorded recorded, ListVolumesResponse.Entry entry) {
        Set<String> on = nodes.computeIfAbsent(recorded.volumeId(), v -> new TreeSet<>());
        // Some plugins list a missing attachment as an empty id.
        entry.getStatus().getPublishedNodeIdsList().stream()
                .filter(node -> !node.isEmpty())
                .forEach(on::add);
        TreeSet<String> elsewhere = new TreeSet<>(on);
        elsewhere.removeAll(recorded.maybe());
        elsewhere.stream().skip(MOST_ELSEWHERE).forEach(on::remove);
    }

    private void orphan(String id, String uid) {
        if (ours.containsKey(id) || ours.size() < MOST_OURS) {
            ours.put(id, uid);
        } else {
            allOurs = false;
        }
    }
}
