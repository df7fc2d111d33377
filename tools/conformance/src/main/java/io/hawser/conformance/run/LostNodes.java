package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.mounts.MountTable;
import io.hawser.strict.StrictPlugin;
import io.hawser.v1.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Nodes that are lost or destroyed, fenced, and come back. */
record LostNodes(
        Plan plan,
        RunContext context,
        Inventory inventory,
        ActionLog actions,
        RunTasks tasks,
        Volumes volumes,
        Disturber disturber) {
    /** The plugin's fence is set first: it must not depend on Hawser's record. */
    void lose(Act.LoseNode lose, StrictPlugin plugin) {
        String node = lose.node();
        actions.nodeLost(node);
        disturber.kill(ConformanceMachine.agent(node), Duration.ofMillis(lose.awayMillis()));
        lost(node, plugin);
        if (lose.unfencedFirst()) {
            disturber.meanwhile("fence of " + node, () -> {
                Disturber.pause(Duration.ofMillis(lose.awayMillis() / 2));
                write(node, false);
            });
        }
    }

    /** Loses the node without bringing it back. */
    void gone(String node, StrictPlugin plugin) {
        actions.nodeLost(node);
        disturber.killForGood(ConformanceMachine.agent(node));
        lost(node, plugin);
    }

    /** A fence promises that nothing runs on the node, neither now nor once it is lifted: no running call either. */
    private void lost(String node, StrictPlugin plugin) {
        plugin.lost(node);
        plugin.fence(node, true);
        fence(node);
    }

    /**
     * The node is back once it has nothing left of its earlier mounts. Until then, the plugin's fence must not depend
     * on Hawser's record.
     */
    void back(String node, StrictPlugin plugin) {
        context.await(
                "node " + node + " to have unconfirmed detaches", () -> switch (volumes.noUnconfirmedDetachOf(node)) {
                    case Look.NotYet<Boolean> owes -> new Look.Ready<>(true);
                    case Look.Ready<Boolean> none -> new Look.NotYet<>("it has none");
                });
        if (mounts(node).isEmpty()) {
            throw new PlayFailedException("nothing is mounted on " + node + ", which was lost with its mounts");
        }
        write(node, false);
        disturber.startAgain(ConformanceMachine.agent(node));
        awaitNoDebt(node);
        List<Path> left = mounts(node);
        if (!left.isEmpty()) {
            throw new PlayFailedException(
                    "node " + node + " has confirmed its detaches, and " + left + " is mounted there");
        }
        plugin.fence(node, false);
    }

    private List<Path> mounts(String node) {
        return MountTable.read().pointsBelow(context.machine().nodeRoot(node));
    }

    /** Nodes that were lost or burned become usual nodes again. */
    void takeBack(StrictPlugin plugin) {
        nodes().forEach(node -> {
            volumes.awaitSettled();
            // Nothing from before may be left when the node's fence is lifted.
            awaitNoDebt(node);
            write(node, false);
            plugin.fence(node, false);
        });
    }

    void fence(String node) {
        write(node, true);
        tasks.lost(node);
    }

    void awaitNoDebt(String node) {
        context.await("node " + node + " to confirm its detaches", () -> volumes.noUnconfirmedDetachOf(node));
    }

    /** Writes the node's record. */
    void write(String node, boolean fenced) {
        inventory.write(
                HawserTopic.NODES,
                node,
                Node.newBuilder().setName(node).setFenced(fenced).build());
    }

    private Set<String> nodes() {
        return plan.acts().stream()
                .flatMap(act -> switch (act) {
                    case Act.LoseNode lose -> Stream.of(lose.node());
                    case Act.BurnNode burn -> Stream.of(burn.node());
                    default -> Stream.of();
                })
                .collect(Collectors.toSet());
    }
}
