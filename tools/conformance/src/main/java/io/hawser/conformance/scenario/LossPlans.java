package io.hawser.conformance.scenario;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.local.service.LocalServices;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Plans with databases, topics, nodes and plugins in trouble or lost. Some disturbances do not end by themselves:
 * Hawser reports each, and a person has a way out.
 */
public final class LossPlans {
    private static final String NODE_1 = "node-1";
    private static final String NODE_2 = "node-2";
    private static final String NODE_3 = "node-3";

    private LossPlans() {}

    /** They disturb every other plan, and therefore are played alone. */
    public static List<Plan> all() {
        return Stream.concat(
                        Arrays.stream(Act.Trouble.values()).map(LossPlans::troubled),
                        Stream.of(
                                restored(),
                                lostTopic(HawserTopic.EVENTS),
                                lostTopic(HawserTopic.ASSIGNMENTS),
                                truncatedLog(),
                                nodeDestroyed(),
                                nodeRebooted(),
                                pluginGone(),
                                secondAgent(),
                                deadMount()))
                .toList();
    }

    /**
     * One volume is used elsewhere, another is removed while the node is gone; then another machine replaces the node.
     */
    private static Plan nodeDestroyed() {
        PlanBuilder plan = new PlanBuilder("node-destroyed");
        String moves = plan.name("moves");
        plan.volume("moves", Specs.withSecret(Specs.exclusive()))
                .volume("burnt", Specs.exclusive())
                .writer("t1", NODE_1, "moves")
                .writer("t2", NODE_1, "burnt")
                .mounted("t1", "t2")
                .act(new Act.DestroyNode(NODE_1))
                .writer("t3", NODE_2, "moves")
                .act(new Act.AwaitCondition(moves, NODE_1, Set.of("NodeSuspect")))
                .act(new Act.FenceNode(NODE_1))
                .mounted("t3")
                .act(new Act.AwaitCondition(moves, NODE_1, Set.of("UnconfirmedDetach")))
                .act(new Act.RemoveNode(NODE_1))
                .act(new Act.Remove(plan.name("burnt")))
                .act(new Act.AwaitGone(plan.name("burnt")))
                .act(new Act.ReplaceNode(NODE_1))
                .writer("t4", NODE_1, "moves")
                .end("t3")
                .mounted("t4");
        return plan.build(PluginShape.calm("full"));
    }

    /**
     * A file system and a block device are mounted when the node reboots; both are mounted again there, and both can
     * leave.
     */
    private static Plan nodeRebooted() {
        PlanBuilder plan = new PlanBuilder("node-rebooted");
        String files = plan.name("files");
        String blocks = plan.name("blocks");
        plan.volume("files", Specs.exclusive())
                .volume("blocks", Specs.block(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE))
                .task(TaskSpec.writing(plan.name("t1"), NODE_1, files).withFlags("noatime"))
                .writer("t2", NODE_1, "blocks")
                .mounted("t1", "t2")
                .act(new Act.RebootNode(NODE_1, 1000))
                .act(new Act.AwaitEvent("volume/" + files, "MountsEndedByReboot"))
                .act(new Act.AwaitEvent("volume/" + blocks, "MountsEndedByReboot"))
                // These tasks wait until all is quiet, and the first tasks have their mounts again and end.
                .writer("t3", NODE_2, "files")
                .writer("t4", NODE_3, "blocks");
        return plan.build(PluginShape.calm("full"));
    }

    /** A person unmounts and forgets a mount; the removal of both records is forced. */
    private static Plan pluginGone() {
        PlanBuilder plan = new PlanBuilder("plugin-gone");
        String mounted = plan.name("mounted");
        String created = plan.name("created");
        plan.volume("mounted", Specs.exclusive())
                .volume("created", Specs.exclusive())
                .writer("t1", NODE_1, "mounted")
                .mounted("t1")
                .act(new Act.AwaitCreated(created))
                .act(new Act.PluginGone())
                .end("t1")
                .act(new Act.Remove(created))
                .act(new Act.AwaitCondition(created, "", Set.of("PluginUnavailable")))
                .act(new Act.AwaitCondition(mounted, NODE_1, Set.of("NodeFailing")))
                .act(new Act.UnmountByHand(mounted, NODE_1))
                .act(new Act.ForgetMount(mounted, NODE_1))
                .act(new Act.ForceRemove(mounted))
                .act(new Act.ForceRemove(created))
                .act(new Act.AwaitGone(mounted))
                .act(new Act.AwaitGone(created));
        return plan.build(PluginShape.calm("full"));
    }

    /**
     * The second agent reports that nothing is left, while the node's own agent, which has the mount, reports nothing.
     */
    private static Plan secondAgent() {
        PlanBuilder plan = new PlanBuilder("second-agent");
        plan.volume("v", Specs.exclusive())
                .writer("t1", NODE_1, "v")
                .mounted("t1")
                .act(new Act.SecondAgent(NODE_1))
                .act(new Act.AwaitEvent("node/" + NODE_1, "OtherAgent"))
                .act(new Act.Freeze(LocalServices.agentName(NODE_1), 12_000))
                .end("t1")
                .writer("t2", NODE_2, "v")
                .act(new Act.AwaitCondition(plan.name("v"), NODE_1, Set.of("NodeSuspect", "NodeSilent")))
                .mounted("t2")
                .act(new Act.SecondAgentEnds(NODE_1))
                .writer("t3", NODE_1, "v")
                .end("t2")
                .mounted("t3");
        return plan.build(PluginShape.calm("full"));
    }

    /**
     * The volume cannot be unstaged, stays where it is and has a condition, until a person unmounts the dead file
     * system.
     */
    private static Plan deadMount() {
        PlanBuilder plan = new PlanBuilder("dead-mount");
        String dead = plan.name("dead");
        plan.volume("dead", Specs.exclusive())
                .volume("well", Specs.exclusive())
                .writer("t1", NODE_1, "dead")
                .mounted("t1")
                .act(new Act.DeadMount(dead, NODE_1))
                .end("t1")
                .writer("t2", NODE_2, "dead")
                .act(new Act.AwaitCondition(dead, NODE_1, Set.of("NodeFailing")))
                // Other volumes of this node and plugin continue to work.
                .writer("t3", NODE_1, "well")
                .mounted("t3")
                .act(new Act.DeadMountGoes(dead, NODE_1))
                .mounted("t2");
        return plan.build(PluginShape.calm("full"));
    }

    /** The broker loses commands that volume-service has not read. */
    private static Plan truncatedLog() {
        PlanBuilder plan = new PlanBuilder("log-truncated");
        plan.volume("before", Specs.exclusive())
                .writer("t1", NODE_1, "before")
                .mounted("t1")
                .declare("lost", Specs.exclusive())
                .act(new Act.TruncateLog(Optional.of(plan.name("lost"))))
                .writer("t2", NODE_3, "lost")
                .mounted("t2")
                .end("t1")
                .writer("t3", NODE_2, "before")
                .mounted("t3");
        return plan.build(PluginShape.calm("full"));
    }

    /** The trouble lasts while volumes are created, mounted, moved and removed. */
    private static Plan troubled(Act.Trouble trouble) {
        PlanBuilder plan = new PlanBuilder(
                "database-" + trouble.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        plan.volume("before", Specs.exclusive())
                .writer("t1", NODE_1, "before")
                .mounted("t1")
                .act(new Act.TroubleDatabase(trouble, 6000))
                .act(new Act.Pause(500))
                .volume("meanwhile", Specs.exclusive())
                .writer("t2", NODE_2, "meanwhile")
                .end("t1")
                .writer("t3", NODE_3, "before")
                .act(new Act.Pause(7000))
                .volume("after", Specs.exclusive())
                .writer("t4", NODE_1, "after")
                .mounted("t2", "t3", "t4");
        return plan.build(PluginShape.calm("full"));
    }

    /** The backup is older than the present state: a volume is on another node, another is gone, a third is new. */
    private static Plan restored() {
        PlanBuilder plan = new PlanBuilder("database-restored");
        plan.volume("moves", Specs.exclusive())
                .volume("stays", Specs.exclusive())
                .writer("t1", NODE_1, "moves")
                .writer("t2", NODE_2, "stays")
                .mounted("t1", "t2")
                .act(new Act.BackUpDatabase())
                .end("t1")
                .writer("t3", NODE_3, "moves")
                .mounted("t3")
                .volume("comes", Specs.exclusive())
                .writer("t4", NODE_1, "comes")
                .mounted("t4")
                .act(new Act.RestoreDatabase())
                .act(new Act.Pause(3000))
                .end("t3")
                .writer("t5", NODE_2, "moves")
                .mounted("t5");
        return plan.build(PluginShape.calm("full"));
    }

    private static Plan lostTopic(HawserTopic topic) {
        PlanBuilder plan = new PlanBuilder("lost-topic-" + topic.suffix());
        plan.volume("before", Specs.exclusive())
                .writer("t1", NODE_1, "before")
                .mounted("t1")
                .act(new Act.DeleteTopic(topic))
                .volume("after", Specs.exclusive())
                .writer("t2", NODE_2, "after")
                .end("t1")
                .writer("t3", NODE_3, "before")
                .mounted("t2", "t3");
        return plan.build(PluginShape.calm("full"));
    }
}
