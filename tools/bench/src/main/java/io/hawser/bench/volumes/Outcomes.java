package io.hawser.bench.volumes;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Plugin;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Reads Hawser's records: which volume has reached which outcome, and whether a command was rejected. */
final class Outcomes {
    private final Map<Outcome, Expectation> expected = new ConcurrentHashMap<>();
    private final Map<String, String> uids = new ConcurrentHashMap<>();
    private final Set<String> plugins = ConcurrentHashMap.newKeySet();
    private final Consumer<Assignment> node;
    private volatile Optional<String> trouble = Optional.empty();

    /** @param node gets each assignment before anybody else */
    Outcomes(Consumer<Assignment> node) {
        this.node = node;
    }

    /**
     * Replaces the previous expectation of this outcome. Must be called before the action that leads to the outcome.
     */
    Expectation expect(Outcome outcome, Collection<String> volumes) {
        Expectation expectation = new Expectation(outcome, volumes);
        expected.put(outcome, expectation);
        return expectation;
    }

    /** The uid of a volume whose record was read. */
    Optional<String> uid(String volume) {
        return Optional.ofNullable(uids.get(volume));
    }

    /** Whether plugin-registry has chosen an instance of this plugin. */
    boolean serves(String plugin) {
        return plugins.contains(plugin);
    }

    /** The first event that makes the bench invalid, if there was one. */
    Optional<String> trouble() {
        return trouble;
    }

    void hear(HawserTopic topic, Decoded record) {
        switch (record) {
            case Decoded.Known known -> said(known.message());
            case Decoded.Tombstone gone -> gone(topic, gone.key());
            case Decoded other -> troubled("Hawser wrote what it should not: " + other);
        }
    }

    private void said(Message message) {
        switch (message) {
            case Volume volume -> {
                uids.put(volume.getName(), volume.getUid());
                if (volume.getPhase() == VolumePhase.VOLUME_PHASE_CREATED) {
                    reached(Outcome.CREATED, volume.getName());
                }
            }
            case Assignment assignment -> {
                node.accept(assignment);
                if (assignment.getNothing()) {
                    reached(Outcome.RELEASED, assignment.getVolume());
                } else if (assignment.getTargetsCount() > 0) {
                    reached(Outcome.ASSIGNED, assignment.getVolume());
                }
            }
            case Plugin plugin
            when !plugin.getCurrent().isEmpty() && plugin.getCapabilitiesKnown() -> plugins.add(plugin.getName());
            case TaskVolumes task ->
                task.getMountsList().stream()
                        .filter(TaskVolume::hasMounted)
                        .forEach(mount -> reached(Outcome.MOUNTED, mount.getVolume()));
            case CommandResult result
            when result.hasRejected() ->
                troubled("Hawser rejected a command about " + result.getEntity() + ": "
                        + result.getRejected().getMessage());
            default -> {}
        }
    }

    private void gone(HawserTopic topic, String key) {
        if (topic == HawserTopic.VOLUMES) {
            reached(Outcome.REMOVED, key);
        } else if (topic == HawserTopic.ASSIGNMENTS) {
            reached(Outcome.DETACHED, key.substring(key.indexOf('/') + 1));
        }
    }

    private void reached(Outcome outcome, String volume) {
        Expectation expectation = expected.get(outcome);
        if (expectation != null) {
            expectation.reached(volume);
        }
    }

    private void troubled(String what) {
        if (trouble.isEmpty()) {
            trouble = Optional.of(what);
        }
    }
}
