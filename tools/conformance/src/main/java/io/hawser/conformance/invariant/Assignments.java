package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Assignment;
import io.hawser.v1.MountReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The nodes' assignments and mount reports, by (node, uid). */
final class Assignments {
    private record Written(Instant at, Assignment assignment) {}

    private record Reported(Instant at, MountReport report) {}

    private final Map<String, List<Written>> written = new HashMap<>();
    private final Map<String, List<Reported>> reports = new HashMap<>();

    private Assignments() {}

    static Assignments of(History history) {
        Assignments all = new Assignments();
        Strangers strangers = Strangers.of(history);
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.ASSIGNMENTS) {
                record.as(Assignment.class).ifPresent(assignment -> all.written
                        .computeIfAbsent(key(assignment.getNode(), assignment.getUid()), k -> new ArrayList<>())
                        .add(new Written(record.at(), assignment)));
            } else if (record.topic() == HawserTopic.MOUNTS) {
                record.as(MountReport.class)
                        .filter(report -> !strangers.said(report))
                        .ifPresent(report -> all.reports
                                .computeIfAbsent(key(report.getNode(), report.getUid()), k -> new ArrayList<>())
                                .add(new Reported(record.at(), report)));
            }
        }
        return all;
    }

    /**
     * The assignment with the lowest generation, from this one on, that meets the condition. One generation may have
     * been written twice.
     */
    Optional<Assignment> first(String node, String uid, long from, Instant until, Predicate<Assignment> what) {
        return written.getOrDefault(key(node, uid), List.of()).stream()
                .filter(record -> !record.at().isAfter(until))
                .map(Written::assignment)
                .filter(assignment -> assignment.getGeneration() >= from && what.test(assignment))
                .min(Comparator.comparingLong(Assignment::getGeneration));
    }

    /** The last assignment before this generation that gave the node something of the volume. */
    Optional<Assignment> givenBefore(String node, String uid, long generation) {
        return written.getOrDefault(key(node, uid), List.of()).stream()
                .map(Written::assignment)
                .filter(assignment -> assignment.getGeneration() < generation && !assignment.getNothing())
                .max(Comparator.comparingLong(Assignment::getGeneration));
    }

    /** The newest generation that gave the node something of the volume; 0: none did. */
    long lastGiven(String node, String uid, Instant until) {
        return written.getOrDefault(key(node, uid), List.of()).stream()
                .filter(record ->
                        !record.at().isAfter(until) && !record.assignment().getNothing())
                .mapToLong(record -> record.assignment().getGeneration())
                .max()
                .orElse(0);
    }

    /** Whether the node had reported that nothing is left, under a later generation than this one. */
    boolean reportedNothing(String node, String uid, long after, Instant until) {
        return reports.getOrDefault(key(node, uid), List.of()).stream()
                .anyMatch(record -> !record.at().isAfter(until)
                        && record.report().getNothingLeft()
                        && record.report().getGeneration() > after);
    }

    private static String key(String node, String uid) {
        return node + "/" + uid;
    }
}
