package io.hawser.conformance.history;

import io.hawser.strict.backend.StoredVolume;
import io.hawser.v1.Volume;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A volume in the plugin's state. Nodes have their CSI ids.
 *
 * @param name the name in CreateVolume; {@link #ADOPTED} and the id if it was not created through the plugin
 * @param attached publish contexts by node, including incomplete attachments
 * @param staged staging paths by node
 * @param published target paths by node, only for nodes that have any
 */
public record HeldVolume(
        String id,
        String name,
        Map<String, Map<String, String>> attached,
        Map<String, String> staged,
        Map<String, Set<String>> published) {
    /** The strict plugin's prefix for the names of volumes that it did not create. */
    public static final String ADOPTED = "adopted:";

    /** Whether the volume was not created through the plugin. */
    public boolean adopted() {
        return name.startsWith(ADOPTED) || name.equals(id);
    }

    /** Whether the volume may be left when no record knows it: Hawser did not create it, and no node has it. */
    public boolean mayStay() {
        return adopted() && attached.isEmpty() && staged.isEmpty() && published.isEmpty();
    }

    /** The names that the plugin may know a volume by: as Hawser names what it creates, and as registered. */
    public static Set<String> namesOf(Volume volume) {
        return Set.of("hawser-" + volume.getUid(), ADOPTED + volume.getInfo().getVolumeId());
    }

    /** The plugin's present state of the volume; the plugin should be idle. */
    public static HeldVolume of(StoredVolume volume) {
        Map<String, Map<String, String>> attached = new HashMap<>();
        volume.attachments().forEach((node, attachment) -> attached.put(node, attachment.context()));
        Map<String, String> staged = new HashMap<>();
        volume.stagings().forEach((node, staging) -> staged.put(node, staging.path()));
        Map<String, Set<String>> published = new HashMap<>();
        volume.publications().forEach((node, targets) -> {
            if (!targets.isEmpty()) {
                published.put(node, Set.copyOf(targets.keySet()));
            }
        });
        return new HeldVolume(volume.id(), volume.name(), attached, staged, published);
    }
}
