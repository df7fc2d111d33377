package io.hawser.volume.lifecycle;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.node.AgentRecord;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a node was given of a volume, and what it says that it has.
 *
 * @param generation of the last assignment to the node; 0 = none yet
 * @param lostGeneration of the last assignment that a life of the database that is lost gave the node; 0 = none known
 * @param reported the node's newest report
 */
public record MountsOnNode(long generation, long lostGeneration, Optional<MountReport> reported) {
    /** Nothing was given, and nothing is reported. */
    public static final MountsOnNode NONE = new MountsOnNode(0, 0, Optional.empty());

    MountsOnNode given(long generation) {
        return new MountsOnNode(generation, lostGeneration, reported);
    }

    MountsOnNode afterLost(long generation) {
        return new MountsOnNode(this.generation, Math.max(lostGeneration, generation), reported);
    }

    MountsOnNode reporting(MountReport report) {
        boolean superseded = reported.filter(last -> !AgentRecord.supersedes(
                        report.getAgent(), report.getRevision(), last.getAgent(), last.getRevision()))
                .isPresent();
        return superseded ? this : new MountsOnNode(generation, lostGeneration, Optional.of(report));
    }

    MountsOnNode withoutReport() {
        return new MountsOnNode(generation, lostGeneration, Optional.empty());
    }

    /**
     * The targets that a life of the database that is lost gave the node, and the node has kept: its report answers a
     * generation above this one, which otherwise no report does. Their tasks may be running.
     */
    public Set<TargetId> ofALaterLife() {
        return reportedGeneration() > generation ? inUse() : Set.of();
    }

    /** A life of the database that is lost gave the node its last assignment, and this one has not repeated it. */
    boolean isBehind() {
        return lostGeneration > 0 && lostGeneration >= generation;
    }

    /** The node has not said what it has since a lost life gave it an assignment. */
    public boolean isUnheard() {
        return reportedGeneration() < lostGeneration;
    }

    /** The targets that the node reports, except those that it is unmounting. */
    Set<TargetId> inUse() {
        return targets(target -> target.getState() != MountState.MOUNT_STATE_UNMOUNTING);
    }

    /** The targets that the node reports. */
    public Set<TargetId> listed() {
        return targets(target -> true);
    }

    private Set<TargetId> targets(Predicate<MountedTarget> which) {
        return reported.stream()
                .flatMap(report -> report.getTargetsList().stream())
                .filter(which)
                .map(target -> new TargetId(target.getId()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The node has not said, in an answer to its last generation or a later one, that no target is left. */
    public boolean mayHaveTargets() {
        return isUnheard()
                || reported.filter(report -> report.getGeneration() >= generation && report.getTargetsCount() == 0)
                        .isEmpty();
    }

    /** The node's last report says that something is left. */
    boolean hasSomething() {
        return reported.filter(report -> !report.getNothingLeft()).isPresent();
    }

    /** The node reported on exactly this generation, which is its last, and has nothing. */
    public boolean nothingLeft() {
        return lostGeneration <= generation
                && reported.filter(r -> r.getNothingLeft() && r.getGeneration() == generation)
                        .isPresent();
    }

    /**
     * The node reported on generation {@code since} or a later one, and does not list the target. Target ids are never
     * reused, so a later report proves it too.
     */
    boolean lacks(TargetId target, long since, DecisionContext decision) {
        return believable(decision)
                .filter(r -> r.getGeneration() >= since
                        && r.getTargetsList().stream().noneMatch(t -> t.getId().equals(target.value())))
                .isPresent();
    }

    public long reportedGeneration() {
        return reported.map(MountReport::getGeneration).orElse(0L);
    }

    /** The report, unless its generation cannot have been drawn. */
    Optional<MountReport> believable(DecisionContext decision) {
        return reported.filter(report -> report.getGeneration() <= decision.latestGeneration());
    }
}
