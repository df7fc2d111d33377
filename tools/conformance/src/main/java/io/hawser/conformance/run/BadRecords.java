package io.hawser.conformance.run;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.conformance.machine.Orchestrator.Written;
import io.hawser.conformance.scenario.Act;
import io.hawser.v1.CommandResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Writes malformed records to the orchestrator's topics, and checks that none of them is ignored silently. A malformed
 * record of a task holds the task's service, so it is then discarded, or replaced by a good one.
 */
final class BadRecords {
    private final RunContext context;
    private final Inventory inventory;
    private final List<RecordMetadata> dead = new ArrayList<>();
    private final Set<String> rejected = new LinkedHashSet<>();
    private final Set<String> tasks = new LinkedHashSet<>();

    BadRecords(RunContext context, Inventory inventory) {
        this.context = context;
        this.inventory = inventory;
    }

    /** @param which the n-th of the orchestrator's records, counted cyclically */
    void write(Act.Malformation how, int which) {
        List<Written> all = inventory.candidates();
        Malformed bad = Malformed.of(all.get(Math.floorMod(which, all.size())).record(), how);
        RecordMetadata place = context.orchestrator().send(bad.record());
        switch (bad.fate()) {
            case DEAD -> dead.add(place);
            case REJECTED -> {
                rejected.add(bad.id());
                if (place.topic().equals(TopicNames.DEFAULT.of(HawserTopic.TASKS))) {
                    tasks.add(new String(bad.record().key(), StandardCharsets.UTF_8));
                }
            }
            case SKIPPED -> {
                // The record is for a later version.
            }
        }
    }

    /** Returns when each of them has a dead letter or an answer under its id. */
    void awaitReported() {
        DeadLetters.await(context, dead).forEach(letter -> context.orchestrator()
                .send(DeadRecord.mark(letter, DeadRecord.Kind.DISCARDED, "written by conformance")));
        dead.clear();
        rejected.forEach(id -> context.await("record " + id + " to be rejected", () -> context.tap()
                .last(HawserTopic.COMMAND_RESULTS, id, CommandResult.class)
                .map(result -> Look.of(result.hasRejected(), () -> "answered by " + result.getOutcomeCase()))
                .orElseGet(() -> new Look.NotYet<>("no answer"))));
        rejected.clear();
        tasks.forEach(inventory::replaceTask);
        tasks.clear();
    }
}
