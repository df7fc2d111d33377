package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.history.MountSighting;
import io.hawser.conformance.history.SeenMount;
import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Empties the topic of assignments and restarts an agent on it: missing records must not take anything down. */
record EmptiedAssignments(Plan plan, RunContext context, ActionLog actions, Disturber disturber, Judgement judgement) {
    private static final String INVARIANT = "NothingOnSilence";
    /** If the agent does not start, the other nodes still get their assignments again after this time. */
    private static final Duration STARTED_WITHIN = Duration.ofSeconds(10);
    /** The agent acts only once it has caught up. */
    private static final Duration ACTS_WITHIN = Duration.ofSeconds(1);

    /** Runs while everything goes on. The records are written again once the agent has read the empty topic. */
    void disturbed(Act.EmptyAssignments act) {
        empty(act.node(), Duration.ofMillis(act.awayMillis()));
        disturber.after(
                ConformanceMachine.agent(act.node()), STARTED_WITHIN, "the topic of assignments", this::republish);
    }

    /** Assignments that their node had not read yet are lost. */
    private void republish() {
        context.await("volume-service to write its records again", () -> {
            context.machine().republishVolumes();
            return new Look.Ready<>(true);
        });
    }

    /**
     * Runs while nothing else changes: every mount must stay until the agent has read the topic to its end and could
     * have acted.
     */
    void calm(String drawn) {
        List<MountSighting> before = context.mounts().sightings();
        Map<String, Set<String>> standing = standing(before);
        empty(chosen(drawn, standing), Duration.ZERO);
        // An agent that is ready has caught up with the assignments.
        disturber.calm();
        Disturber.pause(ACTS_WITHIN);
        List<MountSighting> all = context.mounts().sightings();
        List<Breach> breaches = takenDown(standing, all.subList(before.size(), all.size()));
        if (!standing.isEmpty()) {
            judgement.add(INVARIANT, breaches);
        }
    }

    /** The tap reads the records before they are deleted: the judgement needs them. */
    private void empty(String node, Duration away) {
        context.tell().accept("  " + plan.name() + " empties the topic of assignments");
        actions.noted("assignments emptied");
        Emptying.of(context.machine().bootstrapServers(), HawserTopic.ASSIGNMENTS, () -> context.tap()
                .awaitEnd(RunContext.AT_MOST));
        disturber.kill(ConformanceMachine.agent(node), away);
    }

    /** Mounted paths by node, for nodes that have any. */
    static Map<String, Set<String>> standing(List<MountSighting> sightings) {
        Map<String, Set<String>> standing = new LinkedHashMap<>();
        sightings.forEach(sighting -> standing.put(sighting.node(), paths(sighting)));
        standing.values().removeIf(Set::isEmpty);
        return standing;
    }

    /** The node that was drawn, or the next one that has a mount. */
    static String chosen(String drawn, Map<String, Set<String>> standing) {
        List<String> nodes = ConformanceMachine.NODES;
        int first = nodes.indexOf(drawn);
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> nodes.get((first + i) % nodes.size()))
                .filter(standing::containsKey)
                .findFirst()
                .orElse(drawn);
    }

    /** One breach for each path that a later look at its node did not find. */
    static List<Breach> takenDown(Map<String, Set<String>> standing, List<MountSighting> later) {
        Set<String> reported = new LinkedHashSet<>();
        List<Breach> breaches = new ArrayList<>();
        for (MountSighting sighting : later) {
            Set<String> there = paths(sighting);
            for (String path : standing.getOrDefault(sighting.node(), Set.of())) {
                String where = path + " of " + sighting.node();
                if (!there.contains(path) && reported.add(where)) {
                    breaches.add(new Breach(
                            INVARIANT,
                            where + " was taken down when the topic of assignments was emptied",
                            List.of("not mounted at " + sighting.at())));
                }
            }
        }
        return breaches;
    }

    private static Set<String> paths(MountSighting sighting) {
        return sighting.mounts().stream().map(SeenMount::path).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
