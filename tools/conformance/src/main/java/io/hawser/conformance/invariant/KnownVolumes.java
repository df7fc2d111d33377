package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.Tables;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.strict.call.Call;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every volume of the run, by uid, and the task of each target. */
final class KnownVolumes {
    private static final String CSI_PREFIX = "hawser-";

    /** One creation of a volume. */
    record Known(String name, String uid, VolumeSpec spec) {
        boolean singleNode() {
            return spec.getScope() != Scope.SCOPE_MULTI_NODE;
        }

        /** Whether one task at a time may have the volume. */
        boolean exclusive() {
            return spec.getSharing() == Sharing.SHARING_NONE || spec.getSharing() == Sharing.SHARING_UNSPECIFIED;
        }

        /** The greatest number of tasks that may write. */
        int writers() {
            return switch (spec.getSharing()) {
                case SHARING_READ_ONLY -> 0;
                case SHARING_UNSPECIFIED, SHARING_NONE, SHARING_ONE_WRITER, UNRECOGNIZED -> 1;
                case SHARING_ALL -> Integer.MAX_VALUE;
            };
        }
    }

    private final Map<String, Known> byUid = new HashMap<>();
    /** By the plugin's id, as far as records and rows say it. */
    private final Map<String, Known> newestById = new HashMap<>();

    private final Map<String, Known> newestByName = new HashMap<>();
    private final Map<String, String> tasks = new HashMap<>();

    private KnownVolumes() {}

    static KnownVolumes of(History history) {
        KnownVolumes all = new KnownVolumes();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.VOLUMES) {
                record.as(Volume.class)
                        .ifPresent(volume -> all.add(
                                volume.getName(),
                                volume.getUid(),
                                volume.getSpec(),
                                volume.getInfo().getVolumeId()));
            } else if (record.topic() == HawserTopic.ASSIGNMENTS) {
                record.as(Assignment.class).ifPresent(all::add);
            }
        }
        history.quiet().stream()
                .map(Tables::volumes)
                .flatMap(List::stream)
                .forEach(row -> all.add(row.name(), row.uid(), row.spec(), row.volumeId()));
        return all;
    }

    private void add(String name, String uid, VolumeSpec spec, String volumeId) {
        Known known = new Known(name, uid, spec);
        byUid.put(uid, known);
        newestByName.put(name, known);
        if (!volumeId.isEmpty()) {
            newestById.put(volumeId, known);
        }
    }

    private void add(Assignment assignment) {
        for (AssignmentTarget target : assignment.getTargetsList()) {
            tasks.put(assignment.getUid() + " " + target.getId(), target.getTask());
        }
    }

    Optional<Known> uid(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /**
     * The volume with this CSI name. The name is made from the uid, except for adopted volumes: they are known by
     * their ids, and until these are, one that a plugin without CreateVolume serves is known by its name.
     */
    Optional<Known> csiName(String csiName) {
        if (csiName.startsWith(CSI_PREFIX)) {
            return uid(csiName.substring(CSI_PREFIX.length()));
        }
        String id = csiName.replace(HeldVolume.ADOPTED, "");
        return Optional.ofNullable(newestById.getOrDefault(id, newestByName.get(id)));
    }

    Optional<Known> of(Call call) {
        return csiName(call.subject().key());
    }

    /** The task of a target; the target's own id if no assignment names the task. */
    String task(String uid, String target) {
        return tasks.getOrDefault(uid + " " + target, target);
    }

    /** The id of a target: the last segment of its path. */
    static String targetId(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
