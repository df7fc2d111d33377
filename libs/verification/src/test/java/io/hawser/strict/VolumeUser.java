package io.hawser.strict;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** One volume and the right requests about it; a test changes what should be wrong. */
final class VolumeUser {

    private final Caller caller;
    private final Capabilities offered;
    private final String name;
    private final VolumeCapability capability;
    private final Map<String, Map<String, String>> publishContexts;
    private String id = "";
    private Map<String, String> context = Map.of();

    VolumeUser(Caller caller, Capabilities offered, String name, Mode mode) {
        this(caller, offered, name, capability(mode), new HashMap<>());
    }

    private VolumeUser(
            Caller caller,
            Capabilities offered,
            String name,
            VolumeCapability capability,
            Map<String, Map<String, String>> publishContexts) {
        this.caller = caller;
        this.offered = offered;
        this.name = name;
        this.capability = capability;
        this.publishContexts = publishContexts;
    }

    /** The same volume, used through another connection. */
    VolumeUser through(Caller other) {
        VolumeUser again = new VolumeUser(other, offered, name, capability, publishContexts);
        again.id = id;
        again.context = context;
        return again;
    }

    static VolumeCapability capability(Mode mode) {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
                .build();
    }

    static String nodeId(String nodeName) {
        return StrictPluginOptions.nodeId(nodeName);
    }

    String id() {
        return id;
    }

    Path staging(String nodeName) {
        return caller.folder().resolve(nodeName).resolve(name).resolve("staging");
    }

    Path target(String nodeName, String task) {
        return caller.folder()
                .resolve(nodeName)
                .resolve(name)
                .resolve("targets")
                .resolve(task);
    }

    CreateVolumeRequest.Builder createRequest() {
        return CreateVolumeRequest.newBuilder().setName(name).addVolumeCapabilities(capability);
    }

    ControllerPublishVolumeRequest.Builder attachRequest(String nodeName) {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setNodeId(nodeId(nodeName))
                .setVolumeCapability(capability)
                .putAllVolumeContext(context);
    }

    NodeStageVolumeRequest.Builder stageRequest(String nodeName) {
        folders(staging(nodeName));
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath(staging(nodeName).toString())
                .setVolumeCapability(capability)
                .putAllVolumeContext(context)
                .putAllPublishContext(publishContexts.getOrDefault(nodeName, Map.of()));
    }

    NodePublishVolumeRequest.Builder publishRequest(String nodeName, String task) {
        folders(target(nodeName, task).getParent());
        NodePublishVolumeRequest.Builder request = NodePublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setTargetPath(target(nodeName, task).toString())
                .setVolumeCapability(capability)
                .putAllVolumeContext(context)
                .putAllPublishContext(publishContexts.getOrDefault(nodeName, Map.of()));
        return offered.hasStage()
                ? request.setStagingTargetPath(staging(nodeName).toString())
                : request;
    }

    NodeUnpublishVolumeRequest.Builder unpublishRequest(String nodeName, String task) {
        return NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setTargetPath(target(nodeName, task).toString());
    }

    NodeUnstageVolumeRequest.Builder unstageRequest(String nodeName) {
        return NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath(staging(nodeName).toString());
    }

    ControllerUnpublishVolumeRequest.Builder detachRequest(String nodeName) {
        return ControllerUnpublishVolumeRequest.newBuilder().setVolumeId(id).setNodeId(nodeId(nodeName));
    }

    DeleteVolumeRequest.Builder deleteRequest() {
        return DeleteVolumeRequest.newBuilder().setVolumeId(id);
    }

    NodeGetVolumeStatsRequest.Builder statsRequest(String nodeName, String task) {
        return NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(target(nodeName, task).toString())
                .setStagingTargetPath(offered.hasStage() ? staging(nodeName).toString() : "");
    }

    NodeExpandVolumeRequest.Builder expandRequest(String nodeName, String task) {
        return NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(target(nodeName, task).toString())
                .setStagingTargetPath(offered.hasStage() ? staging(nodeName).toString() : "");
    }

    /** At the controller. */
    VolumeUser grow() {
        caller.controller()
                .controllerExpandVolume(ControllerExpandVolumeRequest.newBuilder()
                        .setVolumeId(id)
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1L << 33))
                        .build());
        return this;
    }

    VolumeUser create() {
        return created(caller.controller().createVolume(createRequest().build()));
    }

    /** A volume that stood before. */
    VolumeUser adopted(String volumeId) {
        id = volumeId;
        return this;
    }

    VolumeUser created(CreateVolumeResponse response) {
        id = response.getVolume().getVolumeId();
        context = response.getVolume().getVolumeContextMap();
        return this;
    }

    /** What a publish answered; always understood, since a context may be empty. */
    boolean attached(String nodeName, Map<String, String> publishContext) {
        publishContexts.put(nodeName, publishContext);
        return true;
    }

    VolumeUser attach(String nodeName) {
        if (offered.hasAttach()) {
            publishContexts.put(
                    nodeName,
                    caller.controller()
                            .controllerPublishVolume(attachRequest(nodeName).build())
                            .getPublishContextMap());
        }
        return this;
    }

    VolumeUser stage(String nodeName) {
        if (offered.hasStage()) {
            caller.node(nodeName).nodeStageVolume(stageRequest(nodeName).build());
        }
        return this;
    }

    VolumeUser publish(String nodeName, String task) {
        caller.node(nodeName).nodePublishVolume(publishRequest(nodeName, task).build());
        return this;
    }

    /** Created, attached, staged and published. */
    VolumeUser mount(String nodeName, String task) {
        return create().attach(nodeName).stage(nodeName).publish(nodeName, task);
    }

    VolumeUser unpublish(String nodeName, String task) {
        caller.node(nodeName)
                .nodeUnpublishVolume(unpublishRequest(nodeName, task).build());
        return this;
    }

    VolumeUser unstage(String nodeName) {
        if (offered.hasStage()) {
            caller.node(nodeName).nodeUnstageVolume(unstageRequest(nodeName).build());
        }
        return this;
    }

    VolumeUser detach(String nodeName) {
        if (offered.hasAttach()) {
            caller.controller()
                    .controllerUnpublishVolume(detachRequest(nodeName).build());
        }
        return this;
    }

    VolumeUser delete() {
        caller.controller().deleteVolume(deleteRequest().build());
        return this;
    }

    private static void folders(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
