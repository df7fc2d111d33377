package io.hawser.conformance.report;

import io.hawser.bus.service.HawserService;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of disturbances. If there are enough seeded runs, each kind must have happened. */
final class DisturbanceKinds {
    /** This many seeds draw every kind several times. */
    private static final int ENOUGH_RUNS = 50;

    private static final List<String> OF_ALL = List.of(
            "agent killed",
            "agent stopped",
            "broker killed",
            "broker asked to end",
            "postgres asked to end",
            "node lost",
            "plugin upgraded",
            "plugin flapping",
            "plugin relayed",
            "assignments emptied",
            "record of the orchestrator repeated",
            "malformed record of the orchestrator",
            "record of an own topic repeated",
            "no record on an own topic",
            "postgres read-only",
            "postgres full",
            "postgres in schema drift",
            "postgres standing still",
            "postgres black-holed",
            "postgres restored from an older copy",
            "topic events deleted",
            "topic assignments deleted",
            "topic volume-commands truncated",
            "node destroyed",
            "node rebooted",
            "node spoken for by a second agent",
            "plugin uninstalled",
            "plugin given up",
            "staging folder covered by a dead mount");

    private DisturbanceKinds() {}

    /** The kinds that happened in none of the seeded runs; empty if there are too few runs to tell. */
    static List<String> missing(List<Played> runs) {
        List<Played> seeded =
                runs.stream().filter(run -> run.seed().isPresent()).toList();
        if (seeded.size() < ENOUGH_RUNS) {
            return List.of();
        }
        Set<String> came = seeded.stream()
                .flatMap(run -> run.disturbances().keySet().stream())
                .map(DisturbanceKinds::kind)
                .collect(Collectors.toSet());
        return Stream.concat(
                        HawserService.namesWithDatabase().stream()
                                .flatMap(service -> Stream.of(service + " killed", service + " stopped")),
                        OF_ALL.stream())
                .filter(kind -> !came.contains(kind))
                .toList();
    }

    /** All nodes count as one kind, and so do all topics between services. */
    private static String kind(String disturbance) {
        return disturbance
                .replaceFirst("^(agent-)?node-\\d+ ", "$1node ")
                .replaceFirst("^agent-node ", "agent ")
                .replaceFirst(" (fingerprints|mounts|plugins|assignments)( repeated)?$", " an own topic$2");
    }
}
