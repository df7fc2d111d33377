package io.hawser.conformance.scenario;

import java.util.Set;

/** Plans in which a plugin comes and goes as an operator's work makes it. They disturb only their own plugin. */
final class PluginPlans {
    private static final String NODE_1 = "node-1";
    private static final String NODE_2 = "node-2";
    private static final String NODE_3 = "node-3";

    private PluginPlans() {}

    /**
     * The plugin of a mounted volume is uninstalled. The node waits for it, nodes without its volumes forget it, and
     * with its last instance it has no controller any more. What was asked for meanwhile is done once it is installed
     * again.
     */
    static Plan uninstalled() {
        PlanBuilder plan = new PlanBuilder("plugin-uninstalled");
        String mounted = plan.name("mounted");
        String unused = plan.name("unused");
        plan.volume("mounted", Specs.exclusive())
                .volume("unused", Specs.exclusive())
                .writer("t1", NODE_1, "mounted")
                .mounted("t1")
                .act(new Act.AwaitCreated(unused))
                .act(new Act.UninstallPlugin())
                .end("t1")
                .writer("t2", NODE_2, "mounted")
                .act(new Act.Remove(unused))
                .act(new Act.AwaitForgotten(NODE_2))
                .act(new Act.AwaitForgotten(NODE_3))
                .act(new Act.AwaitCondition(unused, "", Set.of("PluginUnavailable")))
                .act(new Act.AwaitCondition(mounted, NODE_1, Set.of("NodeFailing")))
                .act(new Act.InstallPlugin())
                .mounted("t2")
                .act(new Act.AwaitGone(unused));
        return plan.build(PluginShape.calm("full").throughRelays());
    }

    /** Another version, with other capabilities, takes over a mounted volume. */
    static Plan upgraded() {
        PlanBuilder plan = new PlanBuilder("plugin-upgraded");
        plan.volume("v", Specs.exclusive())
                .writer("t1", NODE_1, "v")
                .mounted("t1")
                .act(new Act.UpgradePlugin(
                        "full,-controller:LIST_VOLUMES,-controller:LIST_VOLUMES_PUBLISHED_NODES,"
                                + "-node:GET_VOLUME_STATS",
                        1000))
                .volume("w", Specs.exclusive())
                .end("t1")
                .writer("t2", NODE_2, "v")
                .writer("t3", NODE_3, "w")
                .mounted("t2", "t3");
        return plan.build(PluginShape.calm("full"));
    }

    /** The plugin comes and goes while a volume moves. */
    static Plan flapping() {
        PlanBuilder plan = new PlanBuilder("plugin-flapping");
        plan.volume("v", Specs.withSecret(Specs.exclusive()))
                .writer("t1", NODE_1, "v")
                .mounted("t1")
                .act(new Act.FlapPlugin(5, 400))
                .end("t1")
                .writer("t2", NODE_2, "v")
                .volume("w", Specs.exclusive())
                .writer("t3", NODE_3, "w")
                .mounted("t2", "t3");
        return plan.build(PluginShape.calm("full").throughRelays());
    }
}
