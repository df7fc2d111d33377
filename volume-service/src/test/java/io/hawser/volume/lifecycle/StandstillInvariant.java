package io.hawser.volume.lifecycle;

import static io.hawser.volume.lifecycle.VolumeInvariants.require;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Conditions.Condition;
import java.util.List;
import java.util.Optional;

/**
 * NoSilentStandstill: what is not settled has a condition with a sentence and a time, at the latest when it is 10 s
 * old; later it says the same.
 */
final class StandstillInvariant {
    private final SimulatedWorld world;

    StandstillInvariant(SimulatedWorld world) {
        this.world = world;
    }

    void check(Conditions.Input input) {
        List<Condition> all = Conditions.of(input, world.now.plusSeconds(10));
        require(
                Conditions.of(input, world.now.plusSeconds(20)).equals(all),
                "a condition changes with time alone: " + all);
        require(
                Conditions.next(input, world.now)
                        .filter(when -> when.isAfter(world.now.plusSeconds(10)))
                        .isEmpty(),
                "nobody looks in time");
        all.forEach(condition -> require(
                condition.message().length() > 5
                        && (condition.since().isPresent() || condition.type() == ConditionType.PLUGIN_UNAVAILABLE),
                "a condition without sentence or time: " + condition));
        Volume v = input.volume();
        if (!v.provision().created() || v.removal().isPresent()) {
            require(
                    all.stream().anyMatch(condition -> condition.node().isEmpty()),
                    "nothing is said of a volume that is created or removed");
        }
        for (NodeName node : world.unexplained.keySet()) {
            require(
                    all.stream()
                            .anyMatch(condition -> condition.node().equals(Optional.of(node))
                                    && condition.type() == ConditionType.ORPHANED_MOUNT),
                    "nothing is said of what no record explains on " + node);
        }
        for (Publication publication : v.publications().values()) {
            require(
                    settled(publication, input)
                            || all.stream()
                                    .anyMatch(condition -> condition.node().equals(Optional.of(publication.node()))),
                    "nothing is said of " + publication);
        }
    }

    private static boolean settled(Publication publication, Conditions.Input input) {
        return switch (publication.state()) {
            case UNCONFIRMED_DETACH -> input.inputs().destroyed(publication.node());
            case PUBLISHED ->
                publication.mounts().reportedGeneration() >= publication.generation()
                        && input.claims().stream()
                                .noneMatch(claim -> claim.node().equals(publication.node())
                                        && (claim.path().isEmpty() || claim.state() == Claim.State.RELEASING));
            case PENDING_PUBLISH, PENDING_NODE_UNPUBLISH, PENDING_UNPUBLISH -> false;
        };
    }
}
