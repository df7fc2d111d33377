package io.hawser.volume.claim;

import io.hawser.ledger.Revisions;
import io.hawser.v1.TaskMount;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Decides about the mounts of one task: all are granted or none, and each refusal has a reason in words. Only a mount
 * that the task has already, from a lost life of the database, is granted without the others.
 */
public final class ClaimDecision {
    /** Never published: such a task has no mount that waits. */
    private static final Obstacle TO_STOP = new Obstacle(Reason.NOT_ALLOWED, "the task is to stop");

    private ClaimDecision() {}

    /**
     * @param claims the task's stored claims
     * @param volumes every volume that matches one of its sources
     */
    public record Input(TaskSpec spec, List<Claim> claims, List<VolumeView> volumes, NodeView node) {}

    /**
     * @param claims the task's new claims
     * @param touched volumes whose holders changed
     * @param awaited volumes for which the task begins or stops to wait by name, or waits for another reason
     * @param polls the task may miss the wake-up for what it waits for, so it is to be decided again by itself
     * @param queueChanged other waiting tasks see another claim of this one
     * @param fillsNode the task takes the last place on its node, so that others there wait for another reason
     */
    public record Outcome(
            List<Claim> claims,
            Set<VolumeName> touched,
            Set<VolumeName> awaited,
            boolean polls,
            boolean queueChanged,
            boolean fillsNode) {}

    public static Outcome of(Input input, Instant now) {
        TaskSpec spec = input.spec();
        List<Claim> kept = new ArrayList<>();
        Set<VolumeName> touched = new TreeSet<>();
        Map<String, Claim> byTarget = input.claims().stream().collect(Collectors.toMap(Claim::target, claim -> claim));
        List<Claim> missing = spec.over() ? new ArrayList<>() : missing(spec, byTarget, now);
        Map<String, Claim> moved = new TreeMap<>();
        missing.forEach(
                claim -> LostLifeUsers.moved(claim, Optional.ofNullable(byTarget.get(claim.target())), input.volumes())
                        .ifPresent(there -> moved.put(claim.target(), there)));
        missing.removeIf(claim -> moved.containsKey(claim.target()));
        for (Claim claim : input.claims()) {
            if (moved.containsKey(claim.target())) {
                claim.volume().ifPresent(touched::add);
            } else if (claim.holds() && !stillWanted(claim, spec)) {
                if (claim.state() == State.GRANTED) {
                    claim.volume().ifPresent(touched::add);
                }
                kept.add(claim.releasing());
            } else if (claim.holds()) {
                kept.add(claim);
            }
        }
        kept.addAll(moved.values());
        // A target that is still being released keeps its row; new mounts wait for that.
        Map<String, Claim> releasing = kept.stream()
                .filter(claim -> claim.state() == State.RELEASING)
                .collect(Collectors.toMap(Claim::target, claim -> claim));
        Optional<Obstacle> held = missing.stream()
                .flatMap(claim -> Optional.ofNullable(releasing.get(claim.target())).stream())
                .findFirst()
                .map(ClaimDecision::stillReleasing);
        missing.removeIf(claim -> releasing.containsKey(claim.target()));
        if (!missing.isEmpty()) {
            // A task that is to stop gets nothing new, but may still run with what it has.
            List<Claim> decided = decide(missing, kept, input, spec.wants() ? held : Optional.of(TO_STOP)).stream()
                    .filter(claim -> spec.wants() || claim.holds())
                    .toList();
            decided.stream().filter(Claim::holds).forEach(claim -> claim.volume()
                    .ifPresent(touched::add));
            kept.addAll(decided);
        }
        return new Outcome(
                List.copyOf(kept),
                Set.copyOf(touched),
                OtherTasks.awaited(input, kept),
                polls(input, kept),
                OtherTasks.queueChanged(input, kept),
                OtherTasks.fillsNode(input, kept));
    }

    /**
     * Rows that do not exist cannot be locked: if a node, a place, a volume or a group member appears during the
     * decision, no transaction wakes the task for it, so it polls. So it does for an orphaned mount, which ends in
     * several ways. A claim that waits only for recorded users of named volumes waits for locked rows, and misses
     * nothing.
     */
    private static boolean polls(Input input, List<Claim> now) {
        boolean unexplained = input.volumes().stream()
                .anyMatch(volume -> !volume.unexplained().isEmpty());
        return now.stream()
                .filter(claim -> !claim.holds())
                .anyMatch(claim -> unexplained
                        || !claim.onlyOccupancy()
                        || !TaskSpec.groupOf(claim.source()).isEmpty());
    }

    private static boolean stillWanted(Claim claim, TaskSpec spec) {
        return claim.state() == State.GRANTED
                && !spec.over()
                && claim.node().equals(spec.node())
                && spec.mounts().stream()
                        .anyMatch(mount -> mount.getTarget().equals(claim.target())
                                && mount.getSource().equals(claim.source())
                                && mount.getReadOnly() == claim.readOnly()
                                && mount.getMountFlagsList().equals(claim.flags()));
    }

    private static List<Claim> missing(TaskSpec spec, Map<String, Claim> byTarget, Instant now) {
        List<Claim> missing = new ArrayList<>();
        // A group takes what is left: which member it gets does not matter.
        List<TaskMount> mounts = spec.mounts().stream()
                .sorted(Comparator.comparing(
                        mount -> !TaskSpec.groupOf(mount.getSource()).isEmpty()))
                .toList();
        for (TaskMount mount : mounts) {
            Optional<Claim> stored = Optional.ofNullable(byTarget.get(mount.getTarget()));
            if (stored.filter(claim -> stillWanted(claim, spec)).isPresent()) {
                continue;
            }
            long since = stored.map(Claim::requestedAt).orElseGet(() -> Revisions.next(0, now));
            missing.add(new Claim(
                    spec.name(),
                    mount.getTarget(),
                    mount.getSource(),
                    Optional.empty(),
                    spec.node(),
                    TaskSpec.targetId(spec.task(), mount),
                    mount.getReadOnly(),
                    mount.getMountFlagsList(),
                    State.WAITING,
                    since,
                    0,
                    Optional.empty(),
                    Set.of(),
                    ""));
        }
        return missing;
    }

    /**
     * @param occupied candidates that only their present users withhold
     * @param there the task has its mount of the volume already, from a life of the database that is lost
     */
    private record Choice(
            Claim claim, Optional<VolumeName> volume, Obstacle obstacle, Set<VolumeName> occupied, boolean there) {
        boolean onlyOccupancy() {
            return volume.isPresent() || !occupied.isEmpty();
        }
    }

    /** Why the task's mounts wait. */
    static Obstacle stillReleasing(Claim claim) {
        return new Obstacle(
                Reason.STILL_RELEASING,
                "a mount that the task had before on node " + claim.node() + " is still being taken down");
    }

    /** @param held why no mount is granted that the task does not have already; empty = no reason */
    private static List<Claim> decide(List<Claim> missing, List<Claim> kept, Input input, Optional<Obstacle> held) {
        List<Choice> choices = new ArrayList<>();
        List<Claim> granted = new ArrayList<>(kept);
        Map<PluginName, Set<VolumeName>> used = new HashMap<>(input.node().used());
        for (Claim claim : missing) {
            Choice choice = choose(claim, granted, used, input);
            choice.volume().ifPresent(volume -> {
                granted.add(claim.granted(volume));
                PluginName plugin = plugin(volume, input);
                Set<VolumeName> more = new TreeSet<>(used.getOrDefault(plugin, Set.of()));
                more.add(volume);
                used.put(plugin, more);
            });
            choices.add(choice);
        }
        if (held.isEmpty()
                && choices.stream().allMatch(choice -> choice.volume().isPresent())) {
            return choices.stream()
                    .map(choice -> choice.claim().granted(choice.volume().orElseThrow()))
                    .toList();
        }
        boolean onlyOccupancy = held.isEmpty() && choices.stream().allMatch(Choice::onlyOccupancy);
        return choices.stream()
                .map(choice -> choice.there()
                        ? choice.claim().granted(choice.volume().orElseThrow())
                        : choice.claim()
                                .waiting(held.orElse(choice.obstacle()), onlyOccupancy ? choice.occupied() : Set.of()))
                .toList();
    }

    private static Choice choose(Claim claim, List<Claim> granted, Map<PluginName, Set<VolumeName>> used, Input input) {
        NodeView node = input.node().with(used);
        List<VolumeView> candidates = input.volumes().stream()
                .filter(volume -> TaskSpec.answers(
                        claim.source(), volume.name(), volume.spec().getGroup()))
                .map(volume -> withOwn(volume, granted))
                .sorted(Comparator.comparing((VolumeView volume) -> !LostLifeUsers.isReported(claim, volume))
                        .thenComparingLong((VolumeView volume) ->
                                volume.claims().stream().filter(Claim::holds).count())
                        .thenComparing(VolumeView::name))
                .toList();
        if (candidates.isEmpty()) {
            String group = TaskSpec.groupOf(claim.source());
            String message =
                    group.isEmpty() ? "volume " + claim.source() + " does not exist" : "no volume is in group " + group;
            return new Choice(claim, Optional.empty(), new Obstacle(Reason.VOLUME_NOT_FOUND, message), Set.of(), false);
        }
        Optional<Obstacle> first = Optional.empty();
        Set<VolumeName> occupied = new TreeSet<>();
        for (VolumeView candidate : candidates) {
            Optional<Obstacle> refusal = Admission.refusal(claim, candidate, node);
            if (refusal.isEmpty()) {
                Obstacle others = new Obstacle(Reason.OTHER_MOUNT_WAITS, "another mount of this task has to wait");
                boolean there = LostLifeUsers.isReported(claim, candidate);
                return new Choice(claim, Optional.of(candidate.name()), others, Set.of(), there);
            }
            // The reason of an occupied candidate is reported first, because it may become free.
            first = occupied.isEmpty() ? refusal : first;
            if (Admission.isOccupancy(refusal.get())) {
                occupied.add(candidate.name());
            }
        }
        return new Choice(claim, Optional.empty(), first.orElseThrow(), occupied, false);
    }

    /**
     * The second of two mounts of one task sees the volume as granted to the first, so both cannot get one exclusive
     * volume.
     */
    private static VolumeView withOwn(VolumeView volume, List<Claim> granted) {
        List<Claim> claims = new ArrayList<>(volume.claims());
        granted.stream()
                .filter(claim -> claim.has(volume.name()))
                .filter(claim -> volume.claims().stream().noneMatch(same(claim)))
                .forEach(claims::add);
        return volume.with(claims);
    }

    private static Predicate<Claim> same(Claim claim) {
        return other -> other.task().equals(claim.task()) && other.target().equals(claim.target()) && other.holds();
    }

    private static PluginName plugin(VolumeName volume, Input input) {
        return input.volumes().stream()
                .filter(view -> view.name().equals(volume))
                .map(VolumeView::plugin)
                .findFirst()
                .orElseThrow();
    }
}
