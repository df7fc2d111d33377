package io.hawser.conformance.history;

import io.hawser.strict.backend.StoredVolume;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A volume as the plugin holds it. Nodes go by their CSI ids.
 *
 * @param name what CreateVolume called it; {@link #ADOPTED} and the id where nobody created it
 * @param attached publish contexts by node, also of attachments that are incomplete
 * @param staged staging paths by node
 * @param published target paths by node; no node without any
 */
public record HeldVolume(
        String id,
        String name,
        Map<String, Map<String, String>> attached,
        Map<String, String> staged,
        Map<String, Set<String>> published) {
    /** How the strict plugin calls volumes that were there before. */
    public static final String ADOPTED = "adopted:";

    public HeldVolume {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        attached = Map.copyOf(attached);
        staged = Map.copyOf(staged);
        published = Map.copyOf(published);
    }

    /** Nobody created it through the plugin. */
    public boolean adopted() {
        return name.startsWith(ADOPTED) || name.equals(id);
    }

    /** As the plugin has it now; it should be quiet. */
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
