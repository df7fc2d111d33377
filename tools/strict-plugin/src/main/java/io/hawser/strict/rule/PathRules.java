package io.hawser.strict.rule;

import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
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
                Rule.must(
                        "staging-path-given",
                        "NodePublishVolume",
                        "With STAGE_UNSTAGE_VOLUME, NodePublishVolume names the staging path.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> world.capabilities().hasStage()
                                ? Finding.keptIf(!call.fields().stagingPath().isEmpty(), "no staging_target_path")
                                : Finding.NOT_CONCERNED),
                Rule.house(
                        "staging-path-told",
                        "NodeGetVolumeStats; NodeExpandVolume",
                        "With STAGE_UNSTAGE_VOLUME the staging path is named, without it none is.",
                        EnumSet.of(Rpc.NODE_GET_VOLUME_STATS, Rpc.NODE_EXPAND_VOLUME),
                        (call, world) -> Finding.keptIf(
                                world.capabilities().hasStage()
                                        != call.fields().stagingPath().isEmpty(),
                                call.fields().stagingPath().isEmpty()
                                        ? "no staging_target_path"
                                        : "a staging_target_path, but nothing is ever staged")),
                Rule.must(
                        "one-staging-path",
                        "NodeStageVolume",
                        "A volume has one staging path on a node, and every later call names that one.",
                        WITH_STAGING,
                        PathRules::oneStagingPath),
                Rule.must(
                        "staging-path-of-one-volume",
                        "NodeStageVolume",
                        "A staging path belongs to one volume.",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME),
                        PathRules::ownStagingPath),
                Rule.must(
                        "staging-path-exists",
                        "NodeStageVolume",
                        "The caller has made the staging directory before it stages.",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME),
                        (call, world) -> call.paths()
                                .stagingIsDirectory()
                                .map(is -> Finding.keptIf(is, call.fields().stagingPath() + " is no directory"))
                                .orElse(Finding.NOT_CONCERNED)),
                Rule.must(
                        "staging-path-open",
                        "NodeStageVolume",
                        "The plugin may read and write the staging directory.",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME),
                        PathRules::stagingOpen),
                Rule.must(
                        "target-path-unique",
                        "NodePublishVolume",
                        "A target path belongs to one volume.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        PathRules::ownTarget),
                Rule.must(
                        "target-parent-exists",
                        "NodePublishVolume",
                        "The caller has made the target's parent directory before it publishes.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> call.paths()
                                .targetParentIsDirectory()
                                .map(is -> Finding.keptIf(
                                        is, "the parent of " + call.fields().targetPath() + " is no directory"))
                                .orElse(Finding.NOT_CONCERNED)),
                Rule.must(
                        "target-parent-open",
                        "NodePublishVolume",
                        "The plugin may read and write the target's parent directory.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        (call, world) -> call.paths()
                                .targetParentIsOpen()
                                .map(is -> Finding.keptIf(
                                        is,
                                        "the parent of " + call.fields().targetPath() + " cannot be read and written"))
                                .orElse(Finding.NOT_CONCERNED)),
                Rule.must(
                        "target-leaf-absent",
                        "NodePublishVolume",
                        "Nothing exists at the target before the first publish: the plugin makes it.",
                        EnumSet.of(Rpc.NODE_PUBLISH_VOLUME),
                        PathRules::leafAbsent),
                Rule.must(
                        "volume-path-in-use",
                        "NodeGetVolumeStats; NodeExpandVolume",
                        "volume_path is where the volume is staged or published.",
                        EnumSet.of(Rpc.NODE_GET_VOLUME_STATS, Rpc.NODE_EXPAND_VOLUME),
                        PathRules::volumePath));
    }

    private static Placement here(Call call, World world) {
        return world.placements().at(call.subject().key(), call.node());
    }

    /** Once the volume is staged, what is at the path belongs to the plugin. */
    private static Finding stagingOpen(Call call, World world) {
        return here(call, world).staging().absent()
                ? call.paths()
                        .stagingIsOpen()
                        .map(is -> Finding.keptIf(is, call.fields().stagingPath() + " cannot be read and written"))
                        .orElse(Finding.NOT_CONCERNED)
                : Finding.NOT_CONCERNED;
    }

    private static Finding oneStagingPath(Call call, World world) {
        Placement placement = here(call, world);
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
        boolean first = here(call, world)
                .target(target)
                .map(known -> known.standing().absent())
                .orElse(true);
        boolean othersLeaf = world.placements()
                .otherPublishedAt(call.node(), target, call.subject().key())
                .isPresent();
        return first && !othersLeaf
                ? call.paths()
                        .targetExists()
                        .map(exists -> Finding.keptIf(!exists, target + " exists already"))
                        .orElse(Finding.NOT_CONCERNED)
                : Finding.NOT_CONCERNED;
    }

    private static Finding volumePath(Call call, World world) {
        Placement placement = here(call, world);
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
