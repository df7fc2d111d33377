package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.RequestFields;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.call.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the subject of a call. A thing made through the plugin is known by its name all its life, because the
 * name is known before the id; any other thing by its id.
 */
public final class Subjects {

    private final Map<Subject, String> nameOfId = new HashMap<>();
    private final Map<Subject, Integer> ordinals = new HashMap<>();
    private final Map<Subject, Map<Call.Identity, Integer>> attempts = new HashMap<>();
    private final Map<Call.Identity, Integer> attemptsAtNothing = new HashMap<>();

    public Subject of(Rpc rpc, Message request) {
        RequestFields fields = new RequestFields(request);
        Subject subject =
                switch (rpc) {
                    case CREATE_VOLUME -> new Subject(Subject.Kind.VOLUME, fields.name());
                    case CREATE_SNAPSHOT -> new Subject(Subject.Kind.SNAPSHOT, fields.name());
                    case CREATE_VOLUME_GROUP_SNAPSHOT -> new Subject(Subject.Kind.GROUP, fields.name());
                    case DELETE_SNAPSHOT, GET_SNAPSHOT -> named(Subject.Kind.SNAPSHOT, fields.snapshotId());
                    case DELETE_VOLUME_GROUP_SNAPSHOT, GET_VOLUME_GROUP_SNAPSHOT ->
                        named(Subject.Kind.GROUP, fields.groupSnapshotId());
                    default ->
                        fields.field("volume_id").isPresent()
                                ? named(Subject.Kind.VOLUME, fields.volumeId())
                                : Subject.NONE;
                };
        if (subject.kind() == Subject.Kind.VOLUME) {
            ordinals.putIfAbsent(subject, ordinals.size() + 1);
        }
        return subject.key().isEmpty() ? Subject.NONE : subject;
    }

    private Subject named(Subject.Kind kind, String id) {
        Subject byId = new Subject(kind, id);
        return new Subject(kind, nameOfId.getOrDefault(byId, id));
    }

    public int nextAttempt(Call.Identity identity) {
        return attemptsAt(identity.subject()).merge(identity, 1, Integer::sum);
    }

    private Map<Call.Identity, Integer> attemptsAt(Subject subject) {
        return subject.isNone() ? attemptsAtNothing : attempts.computeIfAbsent(subject, s -> new HashMap<>());
    }

    /** The names of the thing in fault scripts: its name, its id, and {@code #N} for the N-th volume. */
    public Set<String> namesOf(Subject subject, String id) {
        return subject.isNone()
                ? Set.of("")
                : Set.copyOf(List.of(subject.key(), id, "#" + ordinals.getOrDefault(subject, 0)));
    }

    /** Learns an id from the plugin's answer, even if the caller did not get the answer. */
    public void done(Message request, Message response) {
        switch (response) {
            case CreateVolumeResponse created ->
                learn(
                        Subject.Kind.VOLUME,
                        created.getVolume().getVolumeId(),
                        ((CreateVolumeRequest) request).getName());
            case CreateSnapshotResponse created ->
                learn(
                        Subject.Kind.SNAPSHOT,
                        created.getSnapshot().getSnapshotId(),
                        ((CreateSnapshotRequest) request).getName());
            case CreateVolumeGroupSnapshotResponse created ->
                learn(
                        Subject.Kind.GROUP,
                        created.getGroupSnapshot().getGroupSnapshotId(),
                        ((CreateVolumeGroupSnapshotRequest) request).getName());
            default -> {
                // No other response contains a new id.
            }
        }
    }

    /** The caller knows that the thing is gone: its attempts are not counted any more. */
    public void gone(Subject subject) {
        attempts.remove(subject);
    }

    /** A volume that existed before this process began. */
    public void exists(String id, String name) {
        learn(Subject.Kind.VOLUME, id, name);
    }

    private void learn(Subject.Kind kind, String id, String name) {
        // A faulty answer may lack the id.
        if (!id.isEmpty()) {
            nameOfId.put(new Subject(kind, id), name);
        }
    }

    /** The slot that allows one call in flight: the thing, and for node calls the node too. */
    public static String slot(Call call) {
        return call.subject().kind() + " " + call.subject().key() + " "
                + (call.rpc().side() == Side.NODE ? call.node() : "");
    }
}
