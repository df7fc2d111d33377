package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.ListSnapshotsRequest;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeContentSource;
import io.hawser.strict.fault.Fault;
import java.util.List;
import java.util.function.UnaryOperator;

/** Callers whose requests are wrong by themselves, or ask for what the plugin does not offer. */
final class WrongRequests {

    private WrongRequests() {}

    static List<WrongCaller> all() {
        return List.of(
                creating("required-fields", CreateVolumeRequest.Builder::clearVolumeCapabilities),
                capable(capability -> capability.clearAccessMode()),
                capable(capability -> capability.clearMount()),
                from(VolumeContentSource.newBuilder()),
                from(VolumeContentSource.newBuilder()
                        .setSnapshot(VolumeContentSource.SnapshotSource.getDefaultInstance())),
                from(VolumeContentSource.newBuilder().setVolume(VolumeContentSource.VolumeSource.getDefaultInstance())),
                creating("string-size", request -> request.setName("n".repeat(129))),
                // Bytes are counted, not characters: these are 65, of two bytes each.
                creating("string-size", request -> request.setName("\u00e9".repeat(65))),
                breaking(
                        "node-id-size",
                        scene -> code(() -> scene.caller()
                                .controller()
                                .controllerUnpublishVolume(ControllerUnpublishVolumeRequest.newBuilder()
                                        .setVolumeId(scene.volume("a").create().id())
                                        .setNodeId("n".repeat(257))
                                        .build()))),
                creating("map-size", request -> request.putParameters("key", "v".repeat(4096))),
                creating(
                        "mount-flags-size",
                        request -> request.setVolumeCapabilities(
                                0,
                                VolumeCapability.newBuilder()
                                        .setAccessMode(VolumeUser.capability(Mode.MULTI_NODE_MULTI_WRITER)
                                                .getAccessMode())
                                        .setMount(VolumeCapability.MountVolume.newBuilder()
                                                .addMountFlags("f".repeat(4097))))),
                creating("name-characters", request -> request.setName("a\u0007b")),
                creating(
                        "capacity-range",
                        request -> request.setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1))),
                creating(
                        "capacity-range",
                        request -> request.setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(-1))),
                creating(
                        "capacity-range",
                        request -> request.setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(1).setLimitBytes(-2))),
                creating("capacity-range", request -> request.setCapacityRange(CapacityRange.getDefaultInstance())),
                breaking("capacity-range", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    code(() -> scene.caller()
                            .controller()
                            .controllerExpandVolume(ControllerExpandVolumeRequest.newBuilder()
                                    .setVolumeId(volume.id())
                                    .setCapacityRange(CapacityRange.newBuilder().setLimitBytes(-1))
                                    .build()));
                }),
                breaking("paths-absolute", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    code(() -> scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setStagingTargetPath("staging")
                                    .build()));
                }),
                breaking(
                        "list-max-entries",
                        scene -> code(() -> scene.caller()
                                .controller()
                                .listVolumes(ListVolumesRequest.newBuilder()
                                        .setMaxEntries(-1)
                                        .build()))),
                breaking(
                        "list-token-given",
                        scene -> code(() -> scene.caller()
                                .controller()
                                .listVolumes(ListVolumesRequest.newBuilder()
                                        .setStartingToken("made up")
                                        .build()))),
                contradicting("list-restarts-after-aborted", WrongRequests::listingOn),
                breaking(
                                "rpc-without-capability",
                                scene -> code(() -> scene.volume("a").create()))
                        .with("node-only"),
                breaking("capabilities-before-use", scene -> scene.volume("a").create())
                        .readingNothing(),
                breaking("capabilities-before-use", WrongRequests::creatingAfterARestart),
                breaking("readonly-needs-capability", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            scene.caller()
                                    .controller()
                                    .controllerPublishVolume(volume.attachRequest("n1")
                                            .setReadonly(true)
                                            .build());
                        })
                        .with("no-readonly-publish"),
                breaking("topology-needs-capability", scene -> scene.caller()
                                .controller()
                                .getCapacity(GetCapacityRequest.newBuilder()
                                        .setAccessibleTopology(zone("one"))
                                        .build()))
                        .with("no-topology"),
                creating(
                                "topology-needs-capability",
                                request -> request.setAccessibilityRequirements(
                                        TopologyRequirement.newBuilder().addRequisite(zone("one"))))
                        .with("no-topology"),
                creating("mutable-parameters-need-capability", request -> request.putParametersMutable("iops", "9"))
                        .with("full -controller:MODIFY_VOLUME"),
                breaking("content-source-needs-capability", scene -> {
                            String source = scene.volume("a").create().id();
                            scene.caller()
                                    .controller()
                                    .createVolume(scene.volume("b")
                                            .createRequest()
                                            .setVolumeContentSource(VolumeContentSource.newBuilder()
                                                    .setVolume(VolumeContentSource.VolumeSource.newBuilder()
                                                            .setVolumeId(source)))
                                            .build());
                        })
                        .with("full -controller:CLONE_VOLUME"),
                breaking("content-source-needs-capability", WrongRequests::restoring)
                        .with("full -controller:CREATE_DELETE_SNAPSHOT"),
                breaking("access-mode-needs-capability", scene -> scene.volume("a", Mode.SINGLE_NODE_MULTI_WRITER)
                                .create())
                        .with("no-multi-writer"),
                breaking("access-mode-needs-capability", scene -> scene.volume("a", Mode.SINGLE_NODE_SINGLE_WRITER)
                                .create()
                                .attach("n1")
                                .stage("n1"))
                        .with("full -node:SINGLE_NODE_MULTI_WRITER"),
                breaking("mount-group-needs-capability", WrongRequests::mountGroup)
                        .with("full -node:VOLUME_MOUNT_GROUP"),
                creating(
                        "preferred-within-requisite",
                        request -> request.setAccessibilityRequirements(TopologyRequirement.newBuilder()
                                .addRequisite(zone("one"))
                                .addPreferred(zone("two")))),
                creating(
                        "topology-segments",
                        request -> request.setAccessibilityRequirements(TopologyRequirement.newBuilder()
                                .addRequisite(Topology.newBuilder()
                                        .putSegments("zone", "one")
                                        .putSegments("Zone", "one")))),
                breaking("secrets-only-in-secret-fields", scene -> scene.caller()
                        .controller()
                        .createVolume(scene.volume("a")
                                .createRequest()
                                .putSecrets("password", "open sesame")
                                .putParameters("password", "open sesame")
                                .build())),
                creating("secrets-only-in-secret-fields", request -> {
                    request.putSecrets("password", "open sesame")
                            .getVolumeCapabilitiesBuilder(0)
                            .getMountBuilder()
                            .addMountFlags("password=open sesame");
                    return request;
                }),
                breaking("secrets-only-in-secret-fields", scene -> {
                    scene.caller()
                            .controller()
                            .createVolume(scene.volume("a")
                                    .createRequest()
                                    .putSecrets("password", "open sesame")
                                    .build());
                    scene.caller()
                            .controller()
                            .createVolume(scene.volume("b")
                                    .createRequest()
                                    .putParameters("url", "https://ali:open sesame@storage/")
                                    .build());
                }),
                creating("secret-keys", request -> request.putSecrets("pass word", "open sesame")),
                contradicting("unpublish-secrets-as-publish", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    scene.caller()
                            .controller()
                            .controllerPublishVolume(volume.attachRequest("n1")
                                    .putSecrets("password", "open sesame")
                                    .build());
                    volume.detach("n1");
                }));
    }

    private static WrongCaller creating(String rule, UnaryOperator<CreateVolumeRequest.Builder> change) {
        return breaking(
                rule,
                scene -> code(() -> scene.caller()
                        .controller()
                        .createVolume(
                                change.apply(scene.volume("a").createRequest()).build())));
    }

    private static WrongCaller capable(UnaryOperator<VolumeCapability.Builder> change) {
        VolumeCapability whole = VolumeUser.capability(Mode.MULTI_NODE_MULTI_WRITER);
        return creating(
                "required-fields", request -> request.setVolumeCapabilities(0, change.apply(whole.toBuilder())));
    }

    private static WrongCaller from(VolumeContentSource.Builder source) {
        return creating("required-fields", request -> request.setVolumeContentSource(source));
    }

    /** What it read, it read of a plugin that died since. */
    private static void creatingAfterARestart(WrongCaller.Scene scene) {
        StrictPlugin plugin = scene.caller().plugin();
        plugin.die(Fault.Die.Memory.WITH_STATE);
        plugin.comeBack();
        try (Caller again = new Caller(plugin, scene.caller().folder())) {
            scene.volume("a").through(again).create();
        }
    }

    private static Topology zone(String zone) {
        return Topology.newBuilder().putSegments("zone", zone).build();
    }

    private static void listingOn(WrongCaller.Scene scene) {
        VolumeUser first = scene.volume("a").create();
        scene.volume("b").create();
        String token = scene.caller()
                .controller()
                .listVolumes(ListVolumesRequest.newBuilder().setMaxEntries(1).build())
                .getNextToken();
        first.delete();
        for (int i = 0; i < 2; i++) {
            code(() -> scene.caller()
                    .controller()
                    .listVolumes(ListVolumesRequest.newBuilder()
                            .setStartingToken(token)
                            .build()));
        }
        scene.caller().controller().listSnapshots(ListSnapshotsRequest.getDefaultInstance());
    }

    /** From a snapshot that a group brought: alone none can be cut there. */
    private static void restoring(WrongCaller.Scene scene) {
        String member = WrongPaces.members(WrongPaces.cutGroup(scene)).get(0);
        scene.caller()
                .controller()
                .createVolume(scene.volume("b")
                        .createRequest()
                        .setVolumeContentSource(VolumeContentSource.newBuilder()
                                .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder()
                                        .setSnapshotId(member)))
                        .build());
    }

    private static void mountGroup(WrongCaller.Scene scene) {
        VolumeUser volume = scene.volume("a").create();
        VolumeCapability grouped = VolumeCapability.newBuilder()
                .setAccessMode(
                        VolumeUser.capability(Mode.MULTI_NODE_MULTI_WRITER).getAccessMode())
                .setMount(VolumeCapability.MountVolume.newBuilder().setVolumeMountGroup("staff"))
                .build();
        var context = scene.caller()
                .controller()
                .controllerPublishVolume(
                        volume.attachRequest("n1").setVolumeCapability(grouped).build())
                .getPublishContextMap();
        scene.caller()
                .node("n1")
                .nodeStageVolume(volume.stageRequest("n1")
                        .setVolumeCapability(grouped)
                        .putAllPublishContext(context)
                        .build());
    }
}
