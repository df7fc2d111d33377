package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.Action;
import io.hawser.conformance.history.DueLook;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * No volume waits without a reason. A volume that has been in transition for longer than a minute has a
 * condition with a sentence; if it is in transition on a node, the condition names that node. A task that has waited
 * for a mount for as long gets the reason, from its own record or from the volume's. No due work is left undone, or
 * fails repeatedly, for longer than that. Time in which a process was disturbed does not count. The plugin
 * sees no condition, no task and no due work.
 */
final class NoSilentStandstill implements Invariant {
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    @Override
    public void check(History history, Findings findings) {
        Map<String, TopicRecord> silent = new HashMap<>();
        Map<String, TopicRecord> unexplained = new HashMap<>();
        Map<String, Volume> volumes = new HashMap<>();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.VOLUMES) {
                moves(history, findings, silent, record);
                record.as(Volume.class).ifPresent(volume -> volumes.put(record.key(), volume));
            } else if (record.topic() == HawserTopic.TASK_VOLUMES) {
                Optional.ofNullable(unexplained.remove(record.key()))
                        .ifPresent(since -> waited(history, findings, since, record.at(), volumes));
                if (record.as(TaskVolumes.class)
                        .filter(task -> task.getMountsList().stream().anyMatch(NoSilentStandstill::unexplained))
                        .isPresent()) {
                    unexplained.put(record.key(), record);
                }
            }
        }
        Instant end = history.records().stream()
                .map(TopicRecord::at)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        silent.values().forEach(since -> stalled(history, findings, since, end));
        unexplained.values().forEach(since -> waited(history, findings, since, end, volumes));
        history.due().forEach(look -> undone(history, findings, look));
    }

    private static void undone(History history, Findings findings, DueLook look) {
        Optional<DueLook.Overdue> late = look.overdue().stream()
                .filter(row -> Duration.between(undisturbed(history, row.since(), look.at()), look.at())
                                .compareTo(AT_MOST)
                        > 0)
                .findFirst();
        findings.that(
                late.isEmpty(),
                () -> undone(look.service(), late.orElseThrow()),
                () -> List.of("seen at " + look.at()));
    }

    private static String undone(String service, DueLook.Overdue late) {
        String what = late.kind() + " " + late.key();
        return late.failing()
                ? service + " has failed at " + what + " since " + late.since()
                : service + " has left " + what + " undone, which has been due since " + late.since();
    }

    /** The time of the last disturbance between the two moments; {@code from} if there was none. */
    private static Instant undisturbed(History history, Instant from, Instant until) {
        return history.actions().stream()
                .filter(action -> action instanceof Action.Disturbed || action instanceof Action.NodeLost)
                .map(Action::at)
                .filter(at -> at.isAfter(from) && at.isBefore(until))
                .max(Instant::compareTo)
                .orElse(from);
    }

    private static void moves(History history, Findings findings, Map<String, TopicRecord> silent, TopicRecord record) {
        Optional<TopicRecord> before = Optional.ofNullable(silent.remove(record.key()));
        before.ifPresent(since -> stalled(history, findings, since, record.at()));
        if (record.as(Volume.class).filter(NoSilentStandstill::silent).isPresent()) {
            silent.put(record.key(), record);
        }
    }

    private static boolean silent(Volume volume) {
        boolean wholeMoves = volume.getPhase() == VolumePhase.VOLUME_PHASE_CREATING
                || volume.getPhase() == VolumePhase.VOLUME_PHASE_REMOVING;
        // The record counts releasing claims, and does not name their nodes.
        boolean releases = volume.getClaims().getReleasing() > 0;
        return wholeMoves && !saysWhy(volume, ""::equals)
                || releases && !saysWhy(volume, node -> true)
                || volume.getNodesList().stream().anyMatch(node -> silent(volume, node));
    }

    private static boolean silent(Volume volume, VolumeOnNode on) {
        return switch (on.getState()) {
            case PUBLICATION_STATE_PUBLISHED -> false;
            // The node may be destroyed, so that only the whole volume may have a condition.
            case PUBLICATION_STATE_UNCONFIRMED_DETACH -> !saysWhy(volume, ofNodeOrVolume(on.getNode()));
            default -> !saysWhy(volume, on.getNode()::equals);
        };
    }

    private static Predicate<String> ofNodeOrVolume(String node) {
        return named -> named.isEmpty() || named.equals(node);
    }

    /** @param concerned whether a condition of this node counts; empty = of the whole volume */
    private static boolean saysWhy(Volume volume, Predicate<String> concerned) {
        // The condition may be among those that the record only counts.
        return volume.getMoreConditions() > 0
                || volume.getConditionsList().stream()
                        .anyMatch(
                                condition -> !condition.getMessage().isEmpty() && concerned.test(condition.getNode()));
    }

    /** Whether the mount is missing without a reason. */
    private static boolean unexplained(TaskVolume mount) {
        return switch (mount.getStateCase()) {
            case WAITING -> mount.getWaiting().getMessage().isEmpty();
            case FAILED -> mount.getFailed().getMessage().isEmpty();
            case GRANTED -> true;
            case MOUNTED, RELEASING, STATE_NOT_SET -> false;
        };
    }

    private static void waited(
            History history, Findings findings, TopicRecord since, Instant until, Map<String, Volume> volumes) {
        Duration waited = Duration.between(undisturbed(history, since.at(), until), until);
        boolean explained = since.as(TaskVolumes.class).stream().allMatch(task -> task.getMountsList().stream()
                .filter(NoSilentStandstill::unexplained)
                .allMatch(mount -> Optional.ofNullable(volumes.get(mount.getVolume()))
                        .filter(volume -> saysWhy(volume, ofNodeOrVolume(task.getNode())))
                        .isPresent()));
        findings.that(
                explained || waited.compareTo(AT_MOST) <= 0,
                () -> "task " + since.key() + " waited for a mount for " + waited.toSeconds() + " s without a reason",
                () -> List.of(Words.record(since)));
    }

    private static void stalled(History history, Findings findings, TopicRecord since, Instant until) {
        Instant from = undisturbed(history, since.at(), until);
        Duration stalled = Duration.between(from, until);
        findings.that(
                stalled.compareTo(AT_MOST) <= 0,
                () -> "volume " + since.key() + " was in transition for " + stalled.toSeconds()
                        + " s and named no condition",
                () -> List.of(Words.record(since)));
    }
}
