package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.RunPlugin;
import io.hawser.conformance.scenario.Act;
import java.time.Duration;

/** Nodes whose machines are destroyed, and others that take their places. */
record DestroyedNodes(Stage stage, Inventory inventory, ActionLog actions, LostNodes lost, Disturber disturber) {
    /** Nobody says so. The plugin, whose instance there is gone with it, knows. */
    void destroy(String node, RunPlugin plugin) {
        actions.nodeDestroyed(node);
        disturber.killForGood(ConformanceMachine.agent(node));
        stage.machine().wipe(node);
        plugin.strict().fence(node, true);
        plugin.strict().wipe(node);
    }

    void remove(String node) {
        inventory.tombstone(HawserTopic.NODES, node);
    }

    /** Returns when the new machine owes nothing for the old one. */
    void replace(String node, RunPlugin plugin) {
        lost.write(node, false);
        disturber.startAgain(ConformanceMachine.agent(node));
        lost.awaitNoDebt(node);
        plugin.strict().fence(node, false);
    }

    /** All of it; the new machine starts later, and is in the inventory once all is quiet. */
    void burn(Act.BurnNode burn, RunPlugin plugin) {
        String node = burn.node();
        destroy(node, plugin);
        lost.fence(node);
        remove(node);
        disturber.startLater(ConformanceMachine.agent(node), Duration.ofMillis(burn.awayMillis()));
    }
}
