package io.hawser.bench.volumes;

import io.hawser.v1.Assignment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The agents of the bench's nodes. They answer immediately, unless their answers are held back: then what follows from
 * the answers is a phase of its own. Thread-safe.
 */
final class NodeAgents {
    private final Consumer<Assignment> answer;
    private final Map<String, Assignment> held = new LinkedHashMap<>();
    private boolean holding;

    /** @param answer reports what the assignment asks for */
    NodeAgents(Consumer<Assignment> answer) {
        this.answer = answer;
    }

    /** From now on, only the newest assignment of each volume and node is kept. */
    synchronized void hold() {
        holding = true;
    }

    /** Answers everything that was held back, and from now on immediately. */
    synchronized void release() {
        holding = false;
        held.values().forEach(answer);
        held.clear();
    }

    synchronized void hear(Assignment assignment) {
        if (holding) {
            held.put(assignment.getNode() + "/" + assignment.getVolume(), assignment);
        } else {
            answer.accept(assignment);
        }
    }
}
