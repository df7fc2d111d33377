package io.hawser.conformance.run;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.machine.SecondAgentProcesses;
import io.hawser.local.service.DataServices;
import java.time.Duration;
import java.util.Set;

/** Agents of other machines that claim to be one of the machine's nodes. */
record SecondAgents(ConformanceMachine machine, ActionLog actions, Disturber disturber) {
    /** Returns when the agent acts on what it reads. */
    void start(String node) {
        actions.strangerSpeaks(node, machine.secondAgents().start(node));
    }

    void end(String node) {
        String process = SecondAgentProcesses.name(node);
        machine.supervisor().kill(process);
        actions.disturbed(process, "ended");
    }

    /**
     * Starts the agent now, and ends it later. Meanwhile the node's own agent is heard: the second one takes the place
     * of an agent that is silent on an idle node, and only a person could give it back.
     */
    void speak(String node, Duration time) {
        disturber.meanwhile(
                Set.of(SecondAgentProcesses.name(node), ConformanceMachine.agent(node), DataServices.BROKER), () -> {
                    start(node);
                    try {
                        Disturber.pause(time);
                    } finally {
                        end(node);
                    }
                });
    }
}
