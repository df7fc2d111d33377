package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.GetSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.ListSnapshotsRequest;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.strict.call.RequestFields;
import io.hawser.strict.call.RequiredFields;
import io.hawser.strict.call.Rpc;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Carries out calls, without a search through its volumes, and answers them. Not thread-safe. */
public final class Backend {

    private final Store store = new Store();
    private final IdentityAnswers identity;
    private final VolumeAnswers volumes;
    private final AttachAnswers attachments;
    private final SnapshotAnswers snapshots;
    private final NodeAnswers nodes;
    private final PartialEffects partialEffects;
    private final Optional<StateFile> state;

    /** @param state file that keeps volumes over the death of the process, and is read now; empty: in memory only */
    public Backend(PluginSelf self, NodeFiles files, Optional<Path> state) {
        this.state = state.map(StateFile::new);
        this.state.ifPresent(kept -> kept.load(store));
        this.identity = new IdentityAnswers(self);
        this.volumes = new VolumeAnswers(self, store);
        this.attachments = new AttachAnswers(self, store);
        this.snapshots = new SnapshotAnswers(store);
        this.nodes = new NodeAnswers(self, store, files);
        this.partialEffects = new PartialEffects(store, volumes, attachments, files);
    }

    /**
     * Carries out the whole call.
     *
     * @param node the CSI id of the node whose socket the call arrived on; empty on a socket of no node
     */
    public Answer answer(Rpc rpc, Message request, String node, Instant now) {
        if (!rpc.offeredBy(identity.capabilities())) {
            return failed(Code.UNIMPLEMENTED, rpc.wireName() + " is not offered");
        }
        List<String> missing = RequiredFields.outer(rpc, request);
        if (!missing.isEmpty()) {
            return failed(Code.INVALID_ARGUMENT, missing + " must be set");
        }
        Answer answer = dispatch(rpc, request, node, now);
        if (rpc.changes()) {
            keep(request);
        }
        return answer;
    }

    private Answer dispatch(Rpc rpc, Message request, String node, Instant now) {
        return switch (rpc) {
            case GET_PLUGIN_INFO -> identity.info();
            case GET_PLUGIN_CAPABILITIES -> identity.pluginCapabilities();
            case PROBE -> identity.probe();
            case CONTROLLER_GET_CAPABILITIES -> identity.controllerCapabilities();
            case GROUP_CONTROLLER_GET_CAPABILITIES -> identity.groupCapabilities();
            case NODE_GET_CAPABILITIES -> identity.nodeCapabilities();
            case NODE_GET_INFO -> identity.nodeInfo(node);
            case CREATE_VOLUME -> volumes.create((CreateVolumeRequest) request);
            case DELETE_VOLUME -> volumes.delete((DeleteVolumeRequest) request);
            case VALIDATE_VOLUME_CAPABILITIES -> volumes.validate((ValidateVolumeCapabilitiesRequest) request);
            case LIST_VOLUMES -> volumes.list((ListVolumesRequest) request);
            case GET_CAPACITY -> volumes.capacity((GetCapacityRequest) request);
            case CONTROLLER_GET_VOLUME -> volumes.get((ControllerGetVolumeRequest) request);
            case CONTROLLER_EXPAND_VOLUME -> volumes.expand((ControllerExpandVolumeRequest) request);
            case CONTROLLER_MODIFY_VOLUME -> volumes.modify((ControllerModifyVolumeRequest) request);
            case CONTROLLER_PUBLISH_VOLUME -> attachments.publish((ControllerPublishVolumeRequest) request);
            case CONTROLLER_UNPUBLISH_VOLUME -> attachments.unpublish((ControllerUnpublishVolumeRequest) request);
            case CREATE_SNAPSHOT -> snapshots.create((CreateSnapshotRequest) request, now);
            case DELETE_SNAPSHOT -> snapshots.delete((DeleteSnapshotRequest) request);
            case LIST_SNAPSHOTS -> snapshots.list((ListSnapshotsRequest) request);
            case GET_SNAPSHOT -> snapshots.get((GetSnapshotRequest) request);
            case CREATE_VOLUME_GROUP_SNAPSHOT -> snapshots.createGroup((CreateVolumeGroupSnapshotRequest) request, now);
            case DELETE_VOLUME_GROUP_SNAPSHOT -> snapshots.deleteGroup((DeleteVolumeGroupSnapshotRequest) request);
            case GET_VOLUME_GROUP_SNAPSHOT -> snapshots.getGroup((GetVolumeGroupSnapshotRequest) request);
            case NODE_STAGE_VOLUME -> nodes.stage((NodeStageVolumeRequest) request, node);
            case NODE_UNSTAGE_VOLUME -> nodes.unstage((NodeUnstageVolumeRequest) request, node);
            case NODE_PUBLISH_VOLUME -> nodes.publish((NodePublishVolumeRequest) request, node);
            case NODE_UNPUBLISH_VOLUME -> nodes.unpublish((NodeUnpublishVolumeRequest) request, node);
            case NODE_GET_VOLUME_STATS -> nodes.stats((NodeGetVolumeStatsRequest) request, node);
            case NODE_EXPAND_VOLUME -> nodes.expand((NodeExpandVolumeRequest) request, node);
        };
    }

    /**
     * Carries out a part of the call and stops; repeating the whole call completes it.
     *
     * @return whether the call has such a part; if not, nothing is done
     */
    public boolean half(Message request, String node) {
        boolean begun = partialEffects.half(request, node);
        keep(request);
        return begun;
    }

    private void keep(Message request) {
        state.ifPresent(kept -> {
            RequestFields fields = new RequestFields(request);
            Optional<StoredVolume> volume = request instanceof CreateVolumeRequest
                    ? store.volumeNamed(fields.name())
                    : store.volume(fields.volumeId());
            volume.ifPresentOrElse(
                    standing -> kept.changed(standing, store.drawn()),
                    () -> kept.gone(fields.volumeId(), store.drawn()));
        });
    }

    /** Loses everything in memory. Files on nodes stay. */
    public void forget() {
        store.clear();
        state.ifPresent(StateFile::clear);
    }

    /** Nothing is staged or published on the node any more, although no call asked for that. */
    public void wipe(String node) {
        store.volumes().forEach(volume -> {
            volume.stagings.remove(node);
            volume.publications.remove(node);
        });
    }

    /** The present volumes, in the order of their ids: created volumes in the order in which they were created. */
    public List<StoredVolume> volumes() {
        return store.volumes();
    }

    /** Adds volumes that were not created through the plugin; they are kept in memory only. */
    public void shelve(SettledVolumes settled) {
        settled.shelve(store);
    }

    /** Adds a volume that was not created through the plugin, unless it is known already. */
    public void adopt(String volumeId) {
        if (store.volume(volumeId).isEmpty()) {
            store.put(StoredVolume.empty(volumeId, "adopted:" + volumeId));
        }
    }
}
