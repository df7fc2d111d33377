package io.hawser.conformance.run;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.machine.Orchestrator;
import io.hawser.conformance.machine.Orchestrator.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records that the orchestrator of one run has written, so that they can be written again. Thread-safe. */
final class Inventory {
    private final Orchestrator orchestrator;
    private final Map<String, Written> lastOfState = new LinkedHashMap<>();
    private final List<Written> commands = new ArrayList<>();

    Inventory(Orchestrator orchestrator) {
        this.orchestrator = orchestrator;
    }

    /** @return the event's id; for a command, the command id */
    String write(HawserTopic topic, String key, Message message) {
        Written written = orchestrator.record(topic, key, message);
        orchestrator.send(written);
        synchronized (this) {
            switch (topic) {
                case VOLUME_COMMANDS, PLUGIN_COMMANDS -> commands.add(written);
                default -> lastOfState.put(topic + " " + key, written);
            }
        }
        return written.id();
    }

    void tombstone(HawserTopic topic, String key) {
        synchronized (this) {
            lastOfState.remove(topic + " " + key);
        }
        orchestrator.tombstone(topic, key);
    }

    /**
     * Produces a record again unchanged. A command may be repeated at any time, because it has an id. Of the state
     * records of an entity only the last one is repeated: an older one would be a change.
     */
    void again(int which) {
        List<Written> all = candidates();
        if (!all.isEmpty()) {
            orchestrator.send(all.get(Math.floorMod(which, all.size())));
        }
    }

    /** Replaces a bad record of the task: writes its last state again, or a tombstone if it never had one. */
    void replaceTask(String key) {
        Written last;
        synchronized (this) {
            last = lastOfState.get(HawserTopic.TASKS + " " + key);
        }
        if (last == null) {
            orchestrator.tombstone(HawserTopic.TASKS, key);
        } else {
            orchestrator.send(last);
        }
    }

    /** Produces every command on this topic again, in its order. */
    void allAgain(HawserTopic topic) {
        List<Written> again;
        synchronized (this) {
            again = commands.stream()
                    .filter(command -> command.topic() == topic)
                    .toList();
        }
        again.forEach(orchestrator::send);
    }

    synchronized List<Written> candidates() {
        List<Written> all = new ArrayList<>(commands);
        all.addAll(lastOfState.values());
        return List.copyOf(all);
    }
}
