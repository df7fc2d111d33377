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

/** Nodes that are lost, fenced, and come back. */
final class LostNodes {
    private final Plan plan;
    private final Stage stage;
    private final Inventory inventory;
    private final Deeds deeds;
    private final Tenants tenants;
    private final Volumes volumes;
    private final Disturber disturber;
    private final Duration atMost;

    LostNodes(
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

    /** The plugin is told first: it must not take Hawser's word for it. */
    void lose(Act.LoseNode lose, RunPlugin plugin) {
        String node = lose.node();
        deeds.nodeLost(node);
        disturber.kill(ConformanceMachine.agent(node), Duration.ofMillis(lose.awayMillis()));
        plugin.strict().fence(node, true);
        fence(node, true);
        tenants.lost(node);
        if (lose.unfencedFirst()) {
            disturber.meanwhile("fence of " + node, () -> {
                Disturber.pause(Duration.ofMillis(lose.awayMillis() / 2));
                fence(node, false);
            });
        }
    }

    /** Those that were lost are nodes as before. */
    void takeBack(RunPlugin plugin) {
        nodes().forEach(node -> {
            volumes.awaitSettled();
            // Nothing of before may be there when somebody vouches for the node no longer.
            stage.await("node " + node + " to pay its debts", atMost, () -> volumes.noDebtOf(node));
            fence(node, false);
            plugin.strict().fence(node, false);
        });
    }

    private void fence(String node, boolean fenced) {
        deeds.fenced(node, fenced);
        inventory.write(
                HawserTopic.NODES,
                node,
                Node.newBuilder().setName(node).setFenced(fenced).build());
    }

    private Set<String> nodes() {
        return plan.acts().stream()
                .filter(Act.LoseNode.class::isInstance)
                .map(act -> ((Act.LoseNode) act).node())
                .collect(Collectors.toSet());
    }
}
