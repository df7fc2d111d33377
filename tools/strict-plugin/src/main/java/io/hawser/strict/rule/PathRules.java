package io.hawser.strict.rule;

import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules for staging paths, target paths, and what must exist there. */
final class PathRules {

    private static final Set<Rpc> WITH_STAGING = EnumSet.of(
            Rpc.NODE_STAGE_VOLUME,
            Rpc.NODE_UNSTAGE_VOLUME,
            Rpc.NODE_PUBLISH_VOLUME,
            Rpc.NODE_EXPAND_VOLUME,
            Rpc.NODE_GET_VOLUME_STATS);

    private PathRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "staging-path-given",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> world.capabilities().hasStage()
                                ? Finding.keptIf(!call.fields().stagingPath().isEmpty(), "no staging_target_path")
                                : Finding.NOT_CONCERNED),
                Rule.of(
                        "staging-path-told",
                        EnumSet.of(Rpc.NODE_GET_VOLUME_STATS, Rpc.NODE_EXPAND_VOLUME),
                        (call, world) -> Finding.keptIf(
                                world.capabilities().hasStage()
                                        != call.fields().stagingPath().isEmpty(),
                                call.fields().stagingPath().isEmpty()
                                        ? "no staging_target_path"
                                        : "a staging_target_path, but nothing is ever staged")),
                Rule.of("one-staging-path", WITH_STAGING, PathRules::oneStagingPath),
                Rule.of(
                        "staging-path-of-one-volume",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME, Rpc.NODE_UNSTAGE_VOLUME),
                        PathRules::ownStagingPath),
                Rule.of(
                        "staging-path-exists",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME),
                        (call, world) -> fact(
                                call.paths().stagingIsDirectory(), call.fields().stagingPath() + " is no directory")),
                Rule.of("staging-path-open", EnumSet.of(Rpc.NODE_STAGE_VOLUME), PathRules::stagingOpen),
                Rule.of(
                        "target-path-unique",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME, Rpc.NODE_UNPUBLISH_VOLUME),
                        PathRules::ownTarget),
                Rule.of(
                        "target-parent-exists",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> fact(
                                call.paths().targetParentIsDirectory(),
                                "the parent of " + call.fields().targetPath() + " is no directory")),
                Rule.of(
                        "target-parent-open",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> fact(
                                call.paths().targetParentIsOpen(),
                                "the parent of " + call.fields().targetPath() + " cannot be read and written")),
                Rule.of("target-leaf-absent", EnumSet.of(Rpc.NODE_PUBLISH_VOLUME), PathRules::leafAbsent),
                Rule.of(
                        "volume-path-in-use",
                        EnumSet.of(Rpc.NODE_GET_VOLUME_STATS, Rpc.NODE_EXPAND_VOLUME),
                        PathRules::volumePath));
    }

    /** Kept if what the plugin saw on the call's arrival holds; empty: it did not look. */
    private static Finding fact(Optional<Boolean> seen, String otherwise) {
        return seen.map(holds -> Finding.keptIf(holds, otherwise)).orElse(Finding.NOT_CONCERNED);
    }

    /** Once the volume is staged, what is at the path belongs to the plugin. */
    private static Finding stagingOpen(Call call, World world) {
        return world.here(call).staging().absent()
                ? fact(call.paths().stagingIsOpen(), call.fields().stagingPath() + " cannot be read and written")
                : Finding.NOT_CONCERNED;
    }

    private static Finding oneStagingPath(Call call, World world) {
        Placement placement = world.here(call);
        String sent = call.fields().stagingPath();
        if (placement.staging().absent() || sent.isEmpty()) {
            return Finding.NOT_CONCERNED;
        }
        return Finding.keptIf(
                placement.stagingPath().equals(sent),
                sent + ", but it is staged at " + placement.stagingPath(),
                placement.staging().lastCall());
    }

    private static Finding ownStagingPath(Call call, World world) {
        return world.placements()
                .otherStagedAt(
                        call.node(), call.fields().stagingPath(), call.subject().key())
                .map(other -> Finding.broken(
                        call.fields().stagingPath() + " belongs to " + other,
                        world.placements().at(other, call.node()).staging().lastCall()))
                .orElse(Finding.KEPT);
    }

    private static Finding ownTarget(Call call, World world) {
        return world.placements()
                .otherPublishedAt(
                        call.node(), call.fields().targetPath(), call.subject().key())
                .map(other -> Finding.broken(
                        call.fields().targetPath() + " belongs to " + other,
                        world.placements()
                                .at(other, call.node())
                                .target(call.fields().targetPath())
                                .map(target -> target.standing().lastCall())
                                .orElse(0L)))
                .orElse(Finding.KEPT);
    }

    private static Finding leafAbsent(Call call, World world) {
        String target = call.fields().targetPath();
        boolean first = world.here(call)
                .target(target)
                .map(known -> known.standing().absent())
                .orElse(true);
        boolean othersLeaf = world.placements()
                .otherPublishedAt(call.node(), target, call.subject().key())
                .isPresent();
        return first && !othersLeaf
                ? fact(call.paths().targetExists().map(exists -> !exists), target + " exists already")
                : Finding.NOT_CONCERNED;
    }

    private static Finding volumePath(Call call, World world) {
        Placement placement = world.here(call);
        String path = call.fields().volumePath();
        boolean staged =
                placement.staging().present() && placement.stagingPath().equals(path);
        boolean published = placement
                .target(path)
                .map(target -> target.standing().present())
                .orElse(false);
        return Finding.keptIf(staged || published, "the volume is not known to be at " + path);
    }
}
