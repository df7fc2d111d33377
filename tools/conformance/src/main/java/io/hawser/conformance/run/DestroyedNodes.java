package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Act;
import io.hawser.strict.StrictPlugin;
import java.time.Duration;

/** Destroys the machines of nodes, and replaces them by others, or starts them anew. */
record DestroyedNodes(RunContext context, Inventory inventory, ActionLog actions, LostNodes lost, Disturber disturber) {
    /** No service is notified. The plugin knows, because its instance there is gone too. */
    void destroy(String node, StrictPlugin plugin) {
        actions.nodeDestroyed(node);
        disturber.killForGood(ConformanceMachine.agent(node));
        plugin.fence(node, true);
        // First, so that no call that still runs mounts anything.
        plugin.wipe(node);
        context.machine().wipe(node);
    }

    /** No service is notified, and the tasks go on as far as the orchestrator knows. */
    void reboot(Act.RebootNode reboot, StrictPlugin plugin) {
        String node = reboot.node();
        actions.noted(node + " rebooted");
        disturber.killForGood(ConformanceMachine.agent(node));
        plugin.wipe(node);
        context.machine().reboot(node);
        disturber.startLater(ConformanceMachine.agent(node), Duration.ofMillis(reboot.awayMillis()));
    }

    void remove(String node) {
        inventory.tombstone(HawserTopic.NODES, node);
    }

    /** Returns when no detach of the old machine is unconfirmed any more. */
    void replace(String node, StrictPlugin plugin) {
        lost.write(node, false);
        disturber.startAgain(ConformanceMachine.agent(node));
        lost.awaitNoDebt(node);
        plugin.fence(node, false);
    }

    /**
     * Destroys, fences and removes the node. The new machine starts later, and gets into the inventory once all is
     * quiet.
     */
    void burn(Act.BurnNode burn, StrictPlugin plugin) {
        String node = burn.node();
        destroy(node, plugin);
        lost.fence(node);
        remove(node);
        disturber.startLater(ConformanceMachine.agent(node), Duration.ofMillis(burn.awayMillis()));
    }
}
