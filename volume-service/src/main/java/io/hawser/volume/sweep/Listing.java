package io.hawser.volume.sweep;

import io.hawser.csi.v1.ListVolumesResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a plugin listed, all pages together; a volume that came twice counts once.
 *
 * @param nodes by volume id: the CSI ids of the nodes that it is attached to
 * @param ours by volume id: the uid in a name that we gave, where the id or the context shows one
 * @param whole whether absence means anything: a page as full as was asked for, without a token, may have been cut short
 */
record Listing(Map<String, Set<String>> nodes, Map<String, String> ours, boolean whole) {
    private static final Pattern NAME = Pattern.compile("hawser-([0-9a-f]{24})");

    Listing {
        nodes = Map.copyOf(nodes);
        ours = Map.copyOf(ours);
    }

    /** @param asked max_entries of each request */
    static Listing of(List<ListVolumesResponse> pages, int asked) {
        Map<String, Set<String>> nodes = new HashMap<>();
        Map<String, String> ours = new HashMap<>();
        for (ListVolumesResponse page : pages) {
            for (ListVolumesResponse.Entry entry : page.getEntriesList()) {
                String id = entry.getVolume().getVolumeId();
                Set<String> on = nodes.computeIfAbsent(id, v -> new TreeSet<>());
                // Some plugins list an attachment to nowhere as an empty id.
                entry.getStatus().getPublishedNodeIdsList().stream()
                        .filter(node -> !node.isEmpty())
                        .forEach(on::add);
                Stream.concat(Stream.of(id), entry.getVolume().getVolumeContextMap().values().stream())
                        .map(NAME::matcher)
                        .filter(Matcher::find)
                        .findFirst()
                        .ifPresent(found -> ours.put(id, found.group(1)));
            }
        }
        boolean cut = pages.isEmpty() || pages.getLast().getEntriesCount() >= asked;
        return new Listing(nodes, ours, !cut);
    }
}
