package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.scenario.Act;
import io.hawser.local.mount.Unmount;
import io.hawser.v1.Event;
import io.hawser.v1.Volume;
import java.util.Optional;

/** What a person sees of a disturbance that does not end by itself, and does about it. */
record WaysOut(RunContext context) {
    void unmountByHand(String volume, String node) {
        Unmount.allBelow(context.machine().nodeRoot(node).resolve("volumes").resolve(volume));
    }

    void awaitCondition(Act.AwaitCondition wanted) {
        String where = wanted.node().isEmpty() ? "" : " on " + wanted.node();
        context.await("volume " + wanted.volume() + " to say one of " + wanted.types() + where, () -> {
            Optional<Volume> found = context.tap().last(HawserTopic.VOLUMES, wanted.volume(), Volume.class);
            return Look.of(found.filter(volume -> said(volume, wanted)), () -> found.map(
                            volume -> volume.getConditionsList().toString())
                    .orElse("no such volume"));
        });
    }

    private static boolean said(Volume volume, Act.AwaitCondition wanted) {
        return volume.getConditionsList().stream()
                .anyMatch(condition -> wanted.types().contains(condition.getType())
                        && condition.getNode().equals(wanted.node()));
    }

    void awaitEvent(String entity, String reason) {
        context.await(
                "the event " + reason + " of " + entity,
                () -> Look.of(
                        context.tap().records().stream()
                                .flatMap(record -> record.as(Event.class).stream())
                                .anyMatch(event -> event.getEntity().equals(entity)
                                        && event.getReason().equals(reason)),
                        () -> "no such event"));
    }
}
