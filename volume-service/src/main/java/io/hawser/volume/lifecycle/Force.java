package io.hawser.volume.lifecycle;

import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a forced removal does without the plugin's confirmation: it ends attachments that no node uses any more. */
final class Force {
    /** A restarted plugin is back within this time. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private Force() {}

    record Abandoned(Volume volume, List<Effect> effects) {}

    /**
     * Ends pending detaches whose node reported that nothing is left, or is fenced. The plugin gets one call for each.
     * If it cannot be called, or the call fails, the removal does not wait for it.
     */
    static Abandoned abandoned(Volume volume, VolumeInputs inputs, DecisionContext decision) {
        if (volume.removal().filter(Volume.Removal::force).isEmpty()) {
            return new Abandoned(volume, List.of());
        }
        Volume now = volume;
        List<Effect> effects = new ArrayList<>();
        for (Publication publication : volume.publications().values()) {
            if (publication.state() == State.PENDING_UNPUBLISH
                    && inputs.mayDetach(publication)
                    && hopeless(publication, inputs, decision)) {
                NodeName node = publication.node();
                effects.add(new Effect.RecordEvent(
                        "Abandoned", node, "removed by force: it is perhaps still attached to " + node));
                PublicationRules.Detached detached = PublicationRules.detached(publication);
                effects.addAll(detached.effects());
                now = now.removing(now.removal().orElseThrow().abandoning(node)).with(node, detached.publication());
            }
        }
        return new Abandoned(now, effects);
    }

    private static boolean hopeless(Publication publication, VolumeInputs inputs, DecisionContext decision) {
        boolean tried = publication.retry().attempt() > 0;
        boolean waited = publication
                .since()
                .filter(since -> !decision.now().isBefore(since.plus(PATIENCE)))
                .isPresent();
        return tried || (!inputs.reachable() && waited);
    }

    /** Names the nodes whose detach the plugin did not confirm, for the answer. */
    static String note(Volume volume) {
        Set<NodeName> nodes = volume.removal().map(Volume.Removal::abandoned).orElse(Set.of());
        return nodes.isEmpty()
                ? ""
                : "; it is perhaps still attached to " + String.join(", ", Identifier.values(nodes));
    }
}
