package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The volumes whose removal was requested, and the disks that stay at their plugin nevertheless. */
final class Removals {
    private final Map<String, List<Instant>> commands = new HashMap<>();

    private final Map<String, Instant> registered = new HashMap<>();

    private Removals() {}

    static Removals of(History history) {
        Removals removals = new Removals();
        Set<String> created = new HashSet<>();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.VOLUME_COMMANDS) {
                record.as(CreateVolume.class).ifPresent(command -> created.add(command.getName()));
                record.as(RegisterVolume.class).ifPresent(command -> {
                    created.add(command.getName());
                    removals.registered.putIfAbsent(
                            disk(command.getSpec().getPlugin(), command.getVolumeId()), record.at());
                });
                record.as(RemoveVolume.class)
                        .filter(command -> created.contains(command.getName()))
                        .ifPresent(command -> removals.commands
                                .computeIfAbsent(command.getName(), n -> new ArrayList<>())
                                .add(record.at()));
            }
        }
        return removals;
    }

    /** Whether the removal was requested by then, after some creation or registration of that name. */
    boolean asked(String volume, Instant until) {
        return commands.getOrDefault(volume, List.of()).stream().anyMatch(at -> !at.isAfter(until));
    }

    /** Whether the registration of the plugin's disk was requested by then: its removal keeps the disk. */
    boolean keeps(String plugin, String volumeId, Instant until) {
        return !registered.getOrDefault(disk(plugin, volumeId), Instant.MAX).isAfter(until);
    }

    private static String disk(String plugin, String volumeId) {
        return plugin + " " + volumeId;
    }
}
