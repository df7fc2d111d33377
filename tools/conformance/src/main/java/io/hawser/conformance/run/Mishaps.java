package io.hawser.conformance.run;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.SecondAgentProcesses;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.local.service.DataServices;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.fault.Fault;
import java.time.Duration;
import java.util.Set;

/** The disturbances of one run that do not end by themselves. */
final class Mishaps implements AutoCloseable {
    private final ActionLog actions;
    private final Volumes volumes;
    private final Disturber disturber;
    private final LostNodes lostNodes;
    private final DestroyedNodes destroyed;
    private final ConformanceMachine machine;
    private final DeadMounts deadMounts;
    private final TruncatedLog truncatedLog;
    private final WaysOut waysOut;
    private final GivenUp givenUp;

    Mishaps(
            Plan plan,
            RunContext context,
            Inventory inventory,
            ActionLog actions,
            LostNodes lostNodes,
            RunTasks tasks,
            Volumes volumes,
            Disturber disturber) {
        this.actions = actions;
        this.volumes = volumes;
        this.disturber = disturber;
        this.lostNodes = lostNodes;
        this.destroyed = new DestroyedNodes(context, inventory, actions, lostNodes, disturber);
        this.machine = context.machine();
        this.deadMounts = new DeadMounts(plan, context.machine(), actions, disturber);
        this.truncatedLog = new TruncatedLog(context, inventory, actions, disturber);
        this.waysOut = new WaysOut(context);
        this.givenUp = new GivenUp(context, tasks, volumes, waysOut);
    }

    void perform(Act.Mishap act, StrictPlugin plugin) {
        switch (act) {
            case Act.DestroyNode(String node) -> destroyed.destroy(node, plugin);
            case Act.FenceNode(String node) -> lostNodes.fence(node);
            case Act.RemoveNode(String node) -> destroyed.remove(node);
            case Act.ReplaceNode(String node) -> destroyed.replace(node, plugin);
            case Act.BurnNode burn -> destroyed.burn(burn, plugin);
            case Act.RebootNode reboot -> destroyed.reboot(reboot, plugin);
            case Act.SecondAgent(String node) -> startSecondAgent(node);
            case Act.SecondAgentEnds(String node) -> endSecondAgent(node);
            case Act.SecondAgentFor(String node, int millis) -> secondAgentFor(node, Duration.ofMillis(millis));
            case Act.DeadMount(String volume, String node) -> deadMounts.cover(volume, node);
            case Act.DeadMountGoes(String volume, String node) -> deadMounts.uncover(volume, node);
            case Act.DeadMountFor(int which, int millis) -> deadMounts.coverFor(which, Duration.ofMillis(millis));
            case Act.PluginGone() -> {
                actions.noted("plugin gone");
                plugin.die(Fault.Die.Memory.WITH_STATE);
            }
            case Act.PluginGivenUp() -> {
                disturber.calm();
                actions.noted("plugin given up");
                givenUp.giveUp(plugin);
            }
            case Act.UnmountByHand(String volume, String node) -> waysOut.unmountByHand(volume, node);
            case Act.ForgetMount(String volume, String node) -> volumes.forgetMount(volume, node);
            case Act.ForceRemove(String volume) -> volumes.removeByForce(volume);
            case Act.AwaitGone(String volume) -> volumes.awaitGone(volume);
            case Act.AwaitCondition wanted -> waysOut.awaitCondition(wanted);
            case Act.AwaitEvent(String entity, String reason) -> waysOut.awaitEvent(entity, reason);
            case Act.TruncateLog(var lost) -> truncatedLog.truncate(() -> lost.ifPresent(volumes::create));
        }
    }

    private void startSecondAgent(String node) {
        actions.strangerSpeaks(node, machine.secondAgents().start(node));
    }

    private void endSecondAgent(String node) {
        String process = SecondAgentProcesses.name(node);
        machine.supervisor().kill(process);
        actions.disturbed(process, "ended");
    }

    /**
     * Starts the agent now, and ends it later. Meanwhile the node's own agent is heard: the second one takes the place
     * of an agent that is silent on an idle node, and only a person could give it back.
     */
    private void secondAgentFor(String node, Duration time) {
        Set<String> heard =
                Set.of(SecondAgentProcesses.name(node), ConformanceMachine.agent(node), DataServices.BROKER);
        disturber.meanwhile(heard, () -> {
            startSecondAgent(node);
            try {
                Disturber.pause(time);
            } finally {
                endSecondAgent(node);
            }
        });
    }

    @Override
    public void close() {
        deadMounts.close();
    }
}
