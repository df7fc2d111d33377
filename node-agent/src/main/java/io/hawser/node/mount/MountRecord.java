package io.hawser.node.mount;

import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.AssignmentTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What this node has of one volume, as far as the agent knows. Transitions are methods that return the next record.
 *
 * @param plugin empty if only mounts were found and no assignment has named the plugin yet
 * @param volumeId the plugin's own id; empty in the same case
 * @param generation of the newest assignment that was taken over; 0: none
 * @param leaving whether that assignment said "shall have nothing"
 * @param boot in which the last call was made, or the record began; after another boot, mounts are gone
 * @param stagingSeen what the mount table showed at the staging path when staging was done. If it is present and the
 *     table shows nothing, nothing is staged: the plugin may say so by "not found"
 * @param expanded size for which the expansion on this node was done; 0: none
 * @param pause until when no call is made, if the last was not done
 */
public record MountRecord(
        VolumeKey key,
        String plugin,
        String volumeId,
        long generation,
        boolean leaving,
        String boot,
        Staging staging,
        Optional<String> stagingSeen,
        List<TargetRecord> targets,
        long expanded,
        Optional<Pause> pause) {
    /** In place of a mount that the table never showed, such as a device: a restart of the node ended it, too. */
    private static final String ENDED_BY_REBOOT = "ended by a restart of the node";

    public MountRecord {
        targets = List.copyOf(targets);
        if (generation < 0) {
            throw new IllegalArgumentException("generation: must not be negative");
        }
        if (expanded < 0) {
            throw new IllegalArgumentException("expanded: must not be negative");
        }
        if (targets.stream().map(TargetRecord::id).distinct().count() < targets.size()) {
            throw new IllegalArgumentException("targets: an id is there twice");
        }
    }

    /** The node has nothing of this volume, and no assignment was taken over. */
    public static MountRecord none(VolumeKey key, String boot) {
        return new MountRecord(
                key, "", "", 0, false, boot, Staging.NONE, Optional.empty(), List.of(), 0, Optional.empty());
    }

    /** Whether certainly nothing is here. */
    public boolean isEmpty() {
        return staging == Staging.NONE && targets.isEmpty();
    }

    public Optional<TargetRecord> target(String id) {
        return targets.stream().filter(target -> target.id().equals(id)).findFirst();
    }

    /**
     * Takes over an assignment. What the node has does not change; plugin and id stay the same while it has anything.
     */
    public MountRecord under(DesiredState desired) {
        boolean rename = isEmpty() || plugin.isEmpty();
        return new MountRecord(
                key,
                rename ? desired.assignment().getPlugin() : plugin,
                rename ? desired.assignment().getVolumeId() : volumeId,
                desired.generation(),
                desired.nothing(),
                boot,
                staging,
                stagingSeen,
                targets,
                isEmpty() ? 0 : expanded,
                pause);
    }

    public MountRecord with(Staging next, Optional<String> seen) {
        return new MountRecord(key, plugin, volumeId, generation, leaving, boot, next, seen, targets, expanded, pause);
    }

    /** Nothing is staged any more; the plugin has to say so. */
    MountRecord unstagedByReboot() {
        Staging uncertain = staging == Staging.STAGED ? Staging.STAGING : staging;
        return with(uncertain, Optional.of(stagingSeen.orElse(ENDED_BY_REBOOT)));
    }

    public MountRecord staging(Staging next) {
        return with(next, next == Staging.NONE ? Optional.empty() : stagingSeen);
    }

    /** A person unmounted everything by hand. */
    public MountRecord dropped() {
        return with(Staging.NONE, Optional.empty()).with(List.of());
    }

    /**
     * What was seen at the target before stays: {@link Obstacle} asks for it when the call is repeated.
     *
     * @param block whether it is published as a device
     */
    public MountRecord publishing(AssignmentTarget wanted, boolean block) {
        return with(new TargetRecord(
                wanted.getId(),
                wanted.getTask(),
                wanted.getReadOnly(),
                block,
                TargetState.PUBLISHING,
                target(wanted.getId()).flatMap(TargetRecord::seen)));
    }

    public MountRecord published(String target, Optional<String> seen) {
        return change(target, t -> Optional.of(t.published(seen)));
    }

    /** Published; its files get their group before a task may use it. */
    MountRecord grouping(String target) {
        return change(target, t -> Optional.of(t.in(TargetState.GROUPING)));
    }

    MountRecord grouped(String target) {
        return change(target, t -> Optional.of(t.in(TargetState.PUBLISHED)));
    }

    public MountRecord unpublishing(String target) {
        return change(target, t -> Optional.of(t.in(TargetState.UNPUBLISHING)));
    }

    public MountRecord without(String target) {
        return change(target, _ -> Optional.empty());
    }

    /** Adds the target, or replaces the one of the same id. */
    public MountRecord with(TargetRecord target) {
        if (target(target.id()).isPresent()) {
            return change(target.id(), _ -> Optional.of(target));
        }
        List<TargetRecord> more = new ArrayList<>(targets);
        more.add(target);
        return with(more);
    }

    MountRecord with(List<TargetRecord> next) {
        return new MountRecord(
                key, plugin, volumeId, generation, leaving, boot, staging, stagingSeen, next, expanded, pause);
    }

    /** The volume was grown on this node to at least this size. */
    public MountRecord expanded(long bytes) {
        long size = Math.max(expanded, bytes);
        return new MountRecord(
                key, plugin, volumeId, generation, leaving, boot, staging, stagingSeen, targets, size, pause);
    }

    /** Sets the pause until the next call; empty: the last call was done. */
    public MountRecord paused(Optional<Pause> now) {
        return new MountRecord(
                key, plugin, volumeId, generation, leaving, boot, staging, stagingSeen, targets, expanded, now);
    }

    /** Whether the machine was restarted since the last call: no mount and no call of that time is left. */
    public boolean endedByReboot(String now) {
        return !boot.isEmpty() && !boot.equals(now);
    }

    /** A call is made in this boot. */
    public MountRecord inBoot(String now) {
        return new MountRecord(
                key, plugin, volumeId, generation, leaving, now, staging, stagingSeen, targets, expanded, pause);
    }

    private MountRecord change(String id, Function<TargetRecord, Optional<TargetRecord>> to) {
        return with(targets.stream()
                .flatMap(target -> target.id().equals(id) ? to.apply(target).stream() : Stream.of(target))
                .toList());
    }
}
