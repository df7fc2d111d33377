package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.RunPlugin;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.v1.Node;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Nodes whose machines are destroyed, and others that take their places. */
final class DestroyedNodes {
    private final Plan plan;
    private final Stage stage;
    private final Inventory inventory;
    private final Deeds deeds;
    private final Tenants tenants;
    private final Volumes volumes;
    private final Disturber disturber;
    private final Duration atMost;

    DestroyedNodes(
            Plan plan,
            Stage stage,
            Inventory inventory,
            Deeds deeds,
            Tenants tenants,
            Volumes volumes,
            Disturber disturber,
            Duration atMost) {
        this.plan = plan;
        this.stage = stage;
        this.inventory = inventory;
        this.deeds = deeds;
        this.tenants = tenants;
        this.volumes = volumes;
        this.disturber = disturber;
        this.atMost = atMost;
    }

    /** Nobody says so. The plugin, whose instance there is gone with it, knows. */
    void destroy(String node, RunPlugin plugin) {
        deeds.nodeDestroyed(node);
        disturber.killForGood(ConformanceMachine.agent(node));
        stage.machine().wipe(node);
        plugin.strict().fence(node, true);
        plugin.strict().wipe(node);
    }

    void fence(String node) {
        write(node, true);
        tenants.lost(node);
    }

    void remove(String node) {
        inventory.tombstone(HawserTopic.NODES, node);
    }

    /** Returns when the new machine owes nothing for the old one. */
    void replace(String node, RunPlugin plugin) {
        write(node, false);
        disturber.startAgain(ConformanceMachine.agent(node));
        awaitNoDebt(node);
        plugin.strict().fence(node, false);
    }

    /** All of it; the new machine starts later, and is in the inventory once all is quiet. */
    void burn(Act.BurnNode burn, RunPlugin plugin) {
        String node = burn.node();
        destroy(node, plugin);
        fence(node);
        remove(node);
        disturber.startLater(ConformanceMachine.agent(node), Duration.ofMillis(burn.awayMillis()));
    }

    /** Those that burned are nodes again. */
    void takeBack(RunPlugin plugin) {
        burnt().forEach(node -> {
            volumes.awaitSettled();
            awaitNoDebt(node);
            write(node, false);
            plugin.strict().fence(node, false);
        });
    }

    private void awaitNoDebt(String node) {
        stage.await("node " + node + " to pay its debts", atMost, () -> volumes.noDebtOf(node));
    }

    private void write(String node, boolean fenced) {
        deeds.fenced(node, fenced);
        inventory.write(
                HawserTopic.NODES,
                node,
                Node.newBuilder().setName(node).setFenced(fenced).build());
    }

    private Set<String> burnt() {
        return plan.acts().stream()
                .filter(Act.BurnNode.class::isInstance)
                .map(act -> ((Act.BurnNode) act).node())
                .collect(Collectors.toSet());
    }
}
