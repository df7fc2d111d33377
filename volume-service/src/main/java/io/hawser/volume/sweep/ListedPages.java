package io.hawser.volume.sweep;

import io.hawser.csi.v1.ListVolumesResponse;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plugin's listing: takes from each page what is compared, and does not keep the page. A volume that is listed twice
 * counts once. A listing has no size limit, so of a volume that
 * agrees with its record one bit is kept. Of the others, and of volumes without a record under a name of Hawser's, only
 * so many are kept.
 */
public final class ListedPages {
    /** Each becomes an event for a person. */
    static final int MOST_OURS = 1000;

    /** Nodes of differing volumes, in all; a volume counts as one at least. */
    static final int MOST_NODES = 100_000;

    private static final Pattern NAME = Pattern.compile("hawser-([0-9a-f]{24})");

    private final RecordedBefore before;
    private final int asked;
    private final boolean nodes;
    /** The places of those of the volumes that are listed. */
    private final BitSet listed = new BitSet();
    /** By volume id, for listed volumes that did not rest on exactly the listed nodes: CSI ids of these nodes. */
    private final Map<String, Set<String>> differing = new HashMap<>();
    /** By volume id, for volumes without a record: the uid in a name of Hawser's, in the id or the context. */
    private final Map<String, String> ours = new HashMap<>();

    private int nodesKept;
    private boolean cut = true;
    private boolean allOurs = true;
    private boolean allDiffering = true;

    /**
     * @param before the plugin's volumes before the listing
     * @param asked max_entries of each request
     * @param nodes whether the plugin lists attachments
     */
    public ListedPages(RecordedBefore before, int asked, boolean nodes) {
        this.before = before;
        this.asked = asked;
        this.nodes = nodes;
    }

    public void add(ListVolumesResponse page) {
        page.getEntriesList().forEach(this::add);
        cut = page.getEntriesCount() >= asked;
    }

    boolean lists(String volumeId) {
        int place = before.find(volumeId);
        return place >= 0 && listed.get(place);
    }

    /** Whether the volume rested when the listing began, attached to exactly these nodes. */
    boolean rested(String volumeId, Set<String> nodes) {
        return before.rested(volumeId, nodes);
    }

    /** Whether the volume could be listed on this node, or not, when the listing began. */
    boolean notJudged(String volumeId, String node) {
        return before.notJudged(volumeId, node);
    }

    public Map<String, Set<String>> differing() {
        return Collections.unmodifiableMap(differing);
    }

    /** By volume id: the uid of each volume that has a name of Hawser's and no record, as far as they are kept. */
    public Map<String, String> ours() {
        return Collections.unmodifiableMap(ours);
    }

    /** Whether absence means anything: a full page without a token may have been cut short. */
    boolean whole() {
        return !cut;
    }

    /** Whether {@link #ours} are all that there are. */
    public boolean allOurs() {
        return !cut && allOurs;
    }

    /** Whether all differing volumes are kept. */
    public boolean allDiffering() {
        return allDiffering;
    }

    private void add(ListVolumesResponse.Entry entry) {
        String id = entry.getVolume().getVolumeId();
        int place = before.find(id);
        if (place < 0) {
            orphan(entry);
            return;
        }
        if (nodes) {
            attached(id, entry, listed.get(place));
        }
        listed.set(place);
    }

    private void attached(String id, ListVolumesResponse.Entry entry, boolean again) {
        // Some plugins list a missing attachment as an empty id.
        Set<String> on = entry.getStatus().getPublishedNodeIdsList().stream()
                .filter(node -> !node.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> earlier = differing.get(id);
        if (earlier != null) {
            earlier.addAll(on);
        } else if (!again && !before.rested(id, on)) {
            nodesKept += Math.max(1, on.size());
            if (nodesKept <= MOST_NODES) {
                differing.put(id, on);
            } else {
                allDiffering = false;
            }
        }
    }

    private void orphan(ListVolumesResponse.Entry entry) {
        String id = entry.getVolume().getVolumeId();
        Stream.concat(Stream.of(id), entry.getVolume().getVolumeContextMap().values().stream())
                .map(NAME::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> found.group(1))
                .ifPresent(uid -> {
                    if (ours.containsKey(id) || ours.size() < MOST_OURS) {
                        ours.put(id, uid);
                    } else {
                        allOurs = false;
                    }
                });
    }
}
