package io.hawser.volume.lifecycle;

import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What a forced removal does without the plugin's confirmation: it ends attachments that no node uses any more. */
final class Force {
    /** A restarted plugin is back within this time. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private Force() {}

    /**
     * Ends a pending detach whose node reported that nothing is left, or is fenced. The plugin gets one call for it. If
     * it cannot be called, or the call fails, the removal does not wait for it.
     */
    static Optional<EndsWithoutCall.Ending> abandoned(
            Publication leaving, Volume volume, VolumeInputs inputs, DecisionContext decision) {
        boolean forced = volume.removal().filter(Volume.Removal::force).isPresent();
        return forced && hopeless(leaving, inputs, decision)
                ? Optional.of(new EndsWithoutCall.Ending(
                        "Abandoned",
                        "removed by force: it is perhaps still attached to " + leaving.node(),
                        PublicationRules.detached(leaving),
                        now -> now.removing(now.removal().orElseThrow().abandoning(leaving.node()))))
                : Optional.empty();
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
