package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.csi.v1.ControllerGetVolumeResponse;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.ListSnapshotsResponse;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.RequestFields;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that the caller can know. Each arriving call and each answer that reaches the caller changes it. */
public final class World {

    private final Limits limits;
    private final Made<VolumeDetails> volumes = new Made<>();
    private final Made<SnapshotDetails> snapshots = new Made<>();
    private final Made<SnapshotDetails> groups = new Made<>();
    private final Placements placements = new Placements();
    private final Readings readings = new Readings();
    private final InFlight inFlight = new InFlight();
    private final Attempts attempts;
    private final Expansions expansions = new Expansions();
    private final Set<String> fenced = new HashSet<>();
    private final Secrets secrets = new Secrets();
    private Capabilities capabilities;

    public World(Capabilities capabilities, Limits limits, Moment now) {
        this.capabilities = capabilities;
        this.limits = limits;
        this.attempts = new Attempts(now, limits.finalGap());
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    public Limits limits() {
        return limits;
    }

    public Made<VolumeDetails> volumes() {
        return volumes;
    }

    public Made<SnapshotDetails> snapshots() {
        return snapshots;
    }

    public Made<SnapshotDetails> groups() {
        return groups;
    }

    public Placements placements() {
        return placements;
    }

    /** The call's volume on the call's node. */
    public Placement here(Call call) {
        return placements.at(
                call.subject().key(),
                call.rpc().side() == Side.NODE ? call.node() : call.fields().nodeId());
    }

    public Readings readings() {
        return readings;
    }

    public InFlight inFlight() {
        return inFlight;
    }

    public Attempts attempts() {
        return attempts;
    }

    public Expansions expansions() {
        return expansions;
    }

    /** Whether it is guaranteed that nothing runs on this node any more. */
    public boolean fenced(String nodeId) {
        return fenced.contains(nodeId);
    }

    /** Every secret that was ever sent. */
    public Secrets secrets() {
        return secrets;
    }

    /**
     * A volume that existed before: adopted, or kept over the death of the plugin's process. The caller's earlier
     * uncertainty about it is forgotten.
     */
    public void exists(StoredVolume volume) {
        boolean created = volume.request().getVolumeCapabilitiesCount() > 0;
        volumes.named(
                volume.id(),
                0,
                new VolumeDetails(
                        created ? Optional.of(volume.context()) : Optional.empty(),
                        volume.request().getVolumeCapabilitiesList()));
        if (created) {
            volumes.restore(volume.name(), volume.request());
        }
        placements.restore(volume);
        // An adopted volume is on no node.
        if (created || !volume.attachments().isEmpty()) {
            readings.kept(volume.attachments().keySet(), !limits.rereadAfterRestart());
        }
    }

    public void setFenced(String nodeId, boolean isFenced) {
        if (isFenced) {
            fenced.add(nodeId);
        } else {
            fenced.remove(nodeId);
        }
    }

    /** The plugin listens again, or was replaced by one with other capabilities. */
    public void pluginStarted(Capabilities offered, Moment at) {
        if (limits.rereadAfterRestart() || !offered.equals(capabilities)) {
            readings.forgetCapabilities();
        }
        capabilities = offered;
        attempts.started(at);
    }

    /** A call has arrived, and has been judged. */
    public void sent(Call call) {
        RequestFields fields = call.fields();
        secrets.sent(fields.secrets().values());
        inFlight.sent(call);
        attempts.sent(call);
        placements.sent(call);
        making(call.rpc()).ifPresent(made -> made.creating(call.id(), fields.name(), fields.withoutSecrets()));
    }

    private Optional<Made<?>> making(Rpc rpc) {
        return switch (rpc) {
            case CREATE_VOLUME -> Optional.of(volumes);
            case CREATE_SNAPSHOT -> Optional.of(snapshots);
            case CREATE_VOLUME_GROUP_SNAPSHOT -> Optional.of(groups);
            default -> Optional.empty();
        };
    }

    /** The caller received this answer. */
    public void answered(Call call, Code code, Optional<Message> response, Moment at) {
        StatusMeaning ending = understood(response) ? StatusMeaning.of(call.rpc(), code) : StatusMeaning.UNCERTAIN;
        ended(call, Optional.of(code), ending, ending == StatusMeaning.DONE ? response : Optional.empty(), at);
        if (code == Code.ABORTED) {
            call.fields()
                    .field("starting_token")
                    .map(field -> (String) call.request().getField(field))
                    .filter(token -> !token.isEmpty())
                    .ifPresent(token -> readings.stale(call, token));
        }
    }

    /** The caller will receive no answer. */
    public void unanswered(Call call, Moment at) {
        ended(call, Optional.empty(), StatusMeaning.UNCERTAIN, Optional.empty(), at);
    }

    /** An OK without the response's required content tells the caller nothing. */
    private static boolean understood(Optional<Message> response) {
        return response.map(message -> switch (message) {
                    case CreateVolumeResponse created ->
                        !created.getVolume().getVolumeId().isEmpty();
                    case CreateSnapshotResponse created ->
                        !created.getSnapshot().getSnapshotId().isEmpty();
                    case CreateVolumeGroupSnapshotResponse created ->
                        !created.getGroupSnapshot().getGroupSnapshotId().isEmpty();
                    case NodeGetInfoResponse info -> !info.getNodeId().isEmpty();
                    case GetPluginInfoResponse info -> !info.getName().isEmpty();
                    default -> true;
                })
                .orElse(true);
    }

    private void ended(Call call, Optional<Code> code, StatusMeaning ending, Optional<Message> response, Moment at) {
        // For a teardown, "no such volume" means that there is nothing left to tear down (specification,
        // NodeUnpublishVolume Errors).
        boolean gone = code.equals(Optional.of(Code.NOT_FOUND))
                && switch (call.rpc()) {
                    case NODE_UNSTAGE_VOLUME, NODE_UNPUBLISH_VOLUME -> true;
                    default -> false;
                };
        inFlight.ended(call);
        attempts.ended(call, code, ending, at);
        if (ending.rejected() && !gone) {
            attempts.refused(call, at);
        }
        placements.ended(call, gone ? StatusMeaning.DONE : ending, response);
        made(call, ending);
        if (ending == StatusMeaning.DONE) {
            expansions.done(call, response, at);
        }
        response.ifPresent(message -> {
            readings.answered(call, message, at);
            named(call, message);
        });
    }

    private void made(Call call, StatusMeaning ending) {
        RequestFields fields = call.fields();
        making(call.rpc()).ifPresent(made -> made.created(call.id(), fields.name(), ending));
        if (ending != StatusMeaning.DONE) {
            return;
        }
        String key = call.subject().key();
        switch (call.rpc()) {
            case DELETE_VOLUME -> volumes.deleted(fields.volumeId(), key, call.id());
            case DELETE_SNAPSHOT -> snapshots.deleted(fields.snapshotId(), key, call.id());
            case DELETE_VOLUME_GROUP_SNAPSHOT -> {
                groups.known(fields.groupSnapshotId()).ifPresent(group -> group.details()
                        .members()
                        .forEach(member -> snapshots.deleted(member, member, call.id())));
                groups.deleted(fields.groupSnapshotId(), key, call.id());
            }
            default -> {
                // The other RPCs end nothing.
            }
        }
    }

    private void named(Call call, Message response) {
        switch (response) {
            case CreateVolumeResponse created ->
                volumes.named(
                        created.getVolume().getVolumeId(),
                        call.id(),
                        details(
                                created.getVolume(),
                                ((CreateVolumeRequest) call.request()).getVolumeCapabilitiesList()));
            case ListVolumesResponse page -> page.getEntriesList().forEach(entry -> listed(call, entry.getVolume()));
            case ControllerGetVolumeResponse got -> listed(call, got.getVolume());
            case CreateSnapshotResponse created -> snapshot(call, created.getSnapshot());
            case ListSnapshotsResponse page ->
                page.getEntriesList().forEach(entry -> snapshot(call, entry.getSnapshot()));
            case CreateVolumeGroupSnapshotResponse created -> {
                VolumeGroupSnapshot group = created.getGroupSnapshot();
                group.getSnapshotsList().forEach(member -> snapshot(call, member));
                groups.named(
                        group.getGroupSnapshotId(),
                        call.id(),
                        new SnapshotDetails(
                                "",
                                group.getSnapshotsList().stream()
                                        .map(Snapshot::getSnapshotId)
                                        .collect(Collectors.toSet())));
            }
            default -> {
                // The other responses contain nothing new.
            }
        }
    }

    private void listed(Call call, Volume volume) {
        volumes.namedIfNew(volume.getVolumeId(), call.id(), details(volume, List.of()));
    }

    private static VolumeDetails details(Volume volume, List<VolumeCapability> capabilities) {
        return new VolumeDetails(Optional.of(Map.copyOf(volume.getVolumeContextMap())), capabilities);
    }

    private void snapshot(Call call, Snapshot snapshot) {
        snapshots.namedIfNew(
                snapshot.getSnapshotId(), call.id(), new SnapshotDetails(snapshot.getGroupSnapshotId(), Set.of()));
    }
}
