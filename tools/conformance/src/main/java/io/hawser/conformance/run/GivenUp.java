package io.hawser.conformance.run;

import io.hawser.cli.look.Look;
import io.hawser.strict.StrictPlugin;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A plugin that never comes back, whatever the state of its volumes, and what a person does about them. */
final class GivenUp {
    private final RunContext context;
    private final RunTasks tasks;
    private final Volumes volumes;
    private final WaysOut waysOut;
    private final Set<String> forced = new LinkedHashSet<>();
    private final Set<String> forgotten = new LinkedHashSet<>();

    GivenUp(RunContext context, RunTasks tasks, Volumes volumes, WaysOut waysOut) {
        this.context = context;
        this.tasks = tasks;
        this.volumes = volumes;
        this.waysOut = waysOut;
    }

    /** Returns when Hawser does not know the plugin's volumes any more, and its nodes have nothing of them. */
    void giveUp(StrictPlugin plugin) {
        // The volume of a command that was not read yet is still unknown, and would not be given up.
        CaughtUp.await(context);
        plugin.uninstall();
        tasks.endAll();
        context.await("the volumes of a plugin that is gone to be given up", () -> {
            List<Volume> left = volumes.known();
            left.forEach(this::help);
            return Look.gone(left.stream().findFirst(), volume -> volumes.words(volume.getName()));
        });
    }

    private void help(Volume volume) {
        // A volume that is already being removed may not need force.
        boolean stuck = !volumes.removed(volume.getName()) || volume.getConditionsCount() > 0;
        if (stuck && forced.add(volume.getName())) {
            volumes.removeByForce(volume.getName());
        }
        volume.getNodesList().stream()
                .filter(on -> failing(volume, on) && forgotten.add(volume.getName() + "/" + on.getNode()))
                .forEach(on -> {
                    waysOut.unmountByHand(volume.getName(), on.getNode());
                    volumes.forgetMount(volume.getName(), on.getNode());
                });
    }

    /** Only a condition shows a person that the node does not succeed alone. */
    private static boolean failing(Volume volume, VolumeOnNode on) {
        return switch (on.getState()) {
            case PUBLICATION_STATE_PENDING_NODE_UNPUBLISH, PUBLICATION_STATE_UNCONFIRMED_DETACH ->
                volume.getConditionsList().stream()
                        .anyMatch(condition -> condition.getNode().equals(on.getNode()));
            default -> false;
        };
    }
}
