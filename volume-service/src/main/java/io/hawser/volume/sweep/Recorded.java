package io.hawser.volume.sweep;

import java.util.Set;

/**
 * A volume as the records had it before the listing began, or as they have it afterwards.
 *
 * @param volumeId the plugin's id; empty while it is not known
 * @param certain created, and no create or delete is uncertain or under way: the plugin must list it
 * @param attached CSI ids of the nodes that it is certainly attached to
 * @param maybe CSI ids of all nodes that it is, or may be, attached to
 * @param found what the sweep before found, as {@link Difference#text}
 */
public record Recorded(
        String name,
        String uid,
        String volumeId,
        boolean certain,
        Set<String> attached,
        Set<String> maybe,
        Set<String> found) {}
