package io.hawser.conformance.scenario;

import io.hawser.bus.service.HawserService;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.fault.NamedScripts;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The named plans: those that make Hawser exercise each rule that it can reach, and one for each named fault script.
 */
public final class Scenarios {
    private static final String NODE_1 = "node-1";
    private static final String NODE_2 = "node-2";
    private static final String NODE_3 = "node-3";
    /** The longest ones first, because only a limited number is played concurrently. */
    private static final List<String> QUICK_SCRIPTS =
            List.of("hanging", "rejecting", "unimplemented", "asking", "holding", "uncertain", "garbage");

    /**
     * Each of their rules is also exercised by another plan, and each of their capabilities is missing in another plan.
     */
    private static final Set<String> NOT_QUICK =
            Set.of("shared-no-multi-writer", "create-only", "no-attach", "no-topology");

    private Scenarios() {}

    /** Plans for every reachable rule, with different sets of capabilities. */
    public static List<Plan> rules() {
        return List.of(
                full(),
                readOnlyAndBlock(),
                sharedOnOneNode("basic"),
                sharedOnOneNode("no-multi-writer"),
                handedOver("read-only-publish"),
                handedOver("create-only"),
                handedOver("no-attach"),
                handedOver("no-stage"),
                handedOver("no-attach-no-stage"),
                handedOver("no-topology"),
                mountGroupWithoutCapability(),
                refused(),
                relayed(),
                PluginPlans.uninstalled(),
                PluginPlans.upgraded(),
                PluginPlans.flapping(),
                listed(),
                adopted("node-only"),
                adopted("minimal"));
    }

    /** The fewest plans that exercise every reachable rule. */
    public static List<Plan> quickRules() {
        return rules().stream().filter(plan -> !NOT_QUICK.contains(plan.name())).toList();
    }

    /** Plans that disturb processes, and therefore are played alone. */
    public static List<Plan> alone() {
        return List.of(lostNode(), registered());
    }

    /** One plan for each named fault script that has a fault: other plans are calm, too. */
    public static List<Plan> faults() {
        return NamedScripts.all().entrySet().stream()
                .filter(script -> !script.getValue().equals(FaultScript.calm()))
                .map(script -> fault(script.getKey()))
                .toList();
    }

    /** A few fault scripts, for a quick check. */
    public static List<Plan> quickFaults() {
        return QUICK_SCRIPTS.stream().map(Scenarios::fault).toList();
    }

    private static Plan full() {
        PlanBuilder plan = new PlanBuilder("full");
        plan.volume(
                        "all",
                        Specs.withMountOptions(
                                Specs.withTopology(
                                        Specs.withSize(Specs.withParameters(Specs.withSecret(Specs.exclusive())))),
                                "4711"))
                .volume("one-writer", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER))
                .volume("many", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL))
                .volume("shared", Specs.mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL))
                .volume("flags", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL))
                .volume("readers", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY))
                .owned("many")
                .writer("a1", NODE_1, "all")
                .writer("w1", NODE_1, "one-writer")
                .reader("w2", NODE_2, "one-writer")
                .reader("w3", NODE_3, "one-writer")
                .reader("r1", NODE_1, "readers")
                .reader("r2", NODE_2, "readers")
                .writer("m1", NODE_1, "many")
                .writer("m2", NODE_2, "many")
                .writer("s1", NODE_2, "shared")
                .writer("s2", NODE_2, "shared")
                .task(TaskSpec.writing(plan.name("f1"), NODE_1, plan.name("flags"))
                        .withFlags("noatime"))
                .mounted("a1", "w1", "w2", "w3", "r1", "r2", "m1", "m2", "s1", "s2", "f1")
                // The next tasks wait until these have ended.
                .writer("a2", NODE_2, "all")
                .writer("w4", NODE_2, "one-writer")
                .writer("s3", NODE_3, "shared")
                // f3 is on another node than f1. It begins before f2, because it would wait behind f2.
                .task(TaskSpec.writing(plan.name("f3"), NODE_2, plan.name("flags"))
                        .withFlags("nodev"))
                .mounted("f3")
                .task(TaskSpec.writing(plan.name("f2"), NODE_1, plan.name("flags"))
                        .withFlags("nodev"))
                .act(new Act.MarkService())
                .end("a1", "w1", "s1", "s2", "f1")
                .mounted("a2", "w4", "s3", "f2");
        return plan.build(PluginShape.calm("full"));
    }

    private static Plan readOnlyAndBlock() {
        PlanBuilder plan = new PlanBuilder("kinds");
        plan.volume("readers", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY))
                .volume("reader", Specs.mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_READ_ONLY))
                .volume("block", Specs.block(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE))
                .volume("blocks", Specs.block(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL))
                .reader("r1", NODE_1, "readers")
                .reader("r2", NODE_2, "readers")
                .reader("o1", NODE_3, "reader")
                .writer("b1", NODE_1, "block")
                .writer("c1", NODE_1, "blocks")
                .writer("c2", NODE_2, "blocks")
                .mounted("r1", "r2", "o1", "b1", "c1", "c2");
        return plan.build(PluginShape.calm("no-readonly-publish"));
    }

    /**
     * Two tasks of a node, and one task with two mounts of one volume; the plugin has no mode for two targets on a
     * node.
     */
    private static Plan sharedOnOneNode(String profile) {
        PlanBuilder plan = new PlanBuilder("shared-" + profile);
        plan.volume("v", Specs.mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL))
                .volume("r", Specs.mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_READ_ONLY))
                .volume("twice", Specs.exclusive())
                .writer("t1", NODE_1, "v")
                .writer("t2", NODE_1, "v")
                .reader("r1", NODE_1, "r")
                .reader("r2", NODE_1, "r")
                .task(new TaskSpec(plan.name("w"), NODE_1, List.of(mount(plan, "/a"), mount(plan, "/b"))))
                .act(new Act.AwaitCreated(plan.name("twice")))
                .act(new Act.Pause(1500))
                .end("w");
        return plan.build(PluginShape.calm(profile));
    }

    private static TaskMount mount(PlanBuilder plan, String target) {
        return TaskMount.newBuilder()
                .setSource(plan.name("twice"))
                .setTarget(target)
                .build();
    }

    /** An exclusive volume with a secret moves from node to node. */
    private static Plan handedOver(String profile) {
        return handedOver(new PlanBuilder(profile)).build(PluginShape.calm(profile));
    }

    private static PlanBuilder handedOver(PlanBuilder plan) {
        return plan.volume("v", Specs.withTopology(Specs.withSecret(Specs.exclusive())))
                .volume("m", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL))
                .writer("t1", NODE_1, "v")
                .writer("m1", NODE_1, "m")
                .writer("m2", NODE_2, "m")
                .mounted("t1", "m1", "m2")
                .writer("t2", NODE_2, "v")
                .end("t1", "m1")
                .mounted("t2");
    }

    private static Plan mountGroupWithoutCapability() {
        PlanBuilder plan = new PlanBuilder("mount-group");
        plan.volume("v", Specs.withMountOptions(Specs.exclusive(), "4711"))
                .act(new Act.AwaitCreated(plan.name("v")))
                .writer("t1", NODE_1, "v")
                .act(new Act.Pause(2000))
                .end("t1");
        return plan.build(PluginShape.calm("full,-node:VOLUME_MOUNT_GROUP"));
    }

    /** The plugin refuses requests that it accepts later, with codes that blame the request. */
    private static Plan refused() {
        return handedOver(new PlanBuilder("refused"))
                .build(PluginShape.calm("basic").with(FaultScript.parse("""
                CreateVolume              * 1 error INVALID_ARGUMENT
                ControllerPublishVolume   * 1 error PERMISSION_DENIED
                NodePublishVolume         * 1 error INVALID_ARGUMENT
                """)));
    }

    /** The controller is reached only through the relays of the nodes' agents. */
    private static Plan relayed() {
        return handedOver(new PlanBuilder("plugin-relayed"))
                .build(PluginShape.calm("full").throughRelays());
    }

    /** More volumes than a page holds, and a plugin that forgets the position of a listing. */
    private static Plan listed() {
        PlanBuilder plan = new PlanBuilder("listed");
        List.of("a", "b", "c", "d", "e")
                .forEach(volume -> plan.volume(volume, Specs.exclusive()).act(new Act.AwaitCreated(plan.name(volume))));
        plan.act(new Act.Pause(6000));
        return plan.build(PluginShape.calm("full").with(FaultScript.parse("""
                ListVolumes               * 5 error ABORTED
                ListVolumes               * 8 error ABORTED
                """)));
    }

    /** A plugin that creates nothing serves existing volumes under their names. */
    private static Plan adopted(String profile) {
        PlanBuilder plan = new PlanBuilder(profile);
        plan.volume("v", Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL))
                .writer("t1", NODE_1, "v")
                .writer("t2", NODE_2, "v")
                .mounted("t1", "t2");
        return plan.build(PluginShape.calm(profile).adopting(Set.of(plan.name("v"))));
    }

    /** An exclusive volume leaves a lost node, is used elsewhere, and comes back after the node has. */
    private static Plan lostNode() {
        PlanBuilder plan = new PlanBuilder("lost-node");
        plan.volume("v", Specs.withSecret(Specs.exclusive()))
                .writer("t1", NODE_1, "v")
                .mounted("t1")
                .act(new Act.NodeGone(NODE_1))
                .writer("t2", NODE_2, "v")
                .mounted("t2")
                .act(new Act.NodeBack(NODE_1))
                .writer("t3", NODE_1, "v")
                .end("t2")
                .mounted("t3");
        return plan.build(PluginShape.calm("full"));
    }

    /**
     * A disk that the plugin has already is registered, moves from node to node while volume-service is killed, and
     * stays when the volume is removed. The first question about it gets no answer.
     */
    private static Plan registered() {
        PlanBuilder plan = new PlanBuilder("registered");
        handedOver(plan);
        plan.act(new Act.Kill(HawserService.VOLUME_SERVICE.serviceName(), 300))
                .writer("t3", NODE_1, "v")
                .end("t2")
                .mounted("t3")
                .act(new Act.End(plan.name("t3")))
                .act(new Act.Remove(plan.name("v")))
                .act(new Act.Kill(HawserService.VOLUME_SERVICE.serviceName(), 300));
        return plan.build(PluginShape.calm("full")
                .adopting(Set.of(Plan.diskOf(plan.name("v"))))
                .with(FaultScript.parse("ValidateVolumeCapabilities * 1 error UNAVAILABLE")));
    }

    private static Plan fault(String script) {
        PlanBuilder plan = new PlanBuilder("fault-" + script);
        FaultScript faults = NamedScripts.named(script);
        if (script.equals("amnesia")) {
            plan.losesData()
                    .volume("v", Specs.exclusive())
                    .writer("t1", NODE_1, "v")
                    .act(new Act.Pause(4000));
        } else {
            handedOver(plan);
        }
        return plan.build(PluginShape.calm("full").with(faults));
    }

    public static List<Plan> all() {
        List<Plan> all = new ArrayList<>();
        Stream.of(rules(), faults(), alone(), LossPlans.all()).forEach(all::addAll);
        return List.copyOf(all);
    }
}
