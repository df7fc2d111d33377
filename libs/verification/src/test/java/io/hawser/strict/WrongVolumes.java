package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.List;
import java.util.Map;

/** Callers that say something of the wrong volume or node, or not what was said before. */
final class WrongVolumes {
    private WrongVolumes() {}

    static List<WrongCaller> all() {
        return List.of(
                breaking(
                        "volume-created-before-use",
                        scene -> code(() -> scene.volume("a").created(unknown()).attach("n1"))),
                contradicting("volume-not-used-after-delete", scene -> {
                    VolumeUser volume = scene.volume("a").create().delete();
                    code(() -> scene.caller()
                            .controller()
                            .controllerGetVolume(ControllerGetVolumeRequest.newBuilder()
                                    .setVolumeId(volume.id())
                                    .build()));
                }),
                // It was never there: nothing is left to be undone.
                contradicting("volume-not-used-after-delete", scene -> {
                    VolumeUser volume = scene.volume("a").create().delete();
                    code(() -> volume.detach("n1"));
                }),
                contradicting("same-name-same-parameters", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    code(() -> scene.caller()
                            .controller()
                            .createVolume(volume.createRequest()
                                    .putParameters("type", "fast")
                                    .build()));
                }),
                breaking("node-id-from-node-get-info", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    code(() -> scene.caller()
                            .controller()
                            .controllerPublishVolume(
                                    volume.attachRequest("n1").setNodeId("n1").build()));
                }),
                breaking("node-id-from-node-get-info", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .controller()
                            .controllerUnpublishVolume(
                                    volume.detachRequest("n1").setNodeId("n1").build());
                }),
                breaking("unpublish-names-its-node", scene -> {
                    scene.detachEverywhere(scene.volume("a").create().attach("n1"));
                }),
                contradicting("volume-context-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    scene.caller()
                            .controller()
                            .controllerPublishVolume(volume.attachRequest("n1")
                                    .putVolumeContext("more", "than it was")
                                    .build());
                }),
                contradicting("volume-context-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .clearVolumeContext()
                                    .build());
                }),
                contradicting(
                        "volume-context-unchanged",
                        scene -> scene.publish(request -> request.putVolumeContext("more", "than it was"))),
                contradicting("volume-context-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    scene.caller()
                            .controller()
                            .validateVolumeCapabilities(ValidateVolumeCapabilitiesRequest.newBuilder()
                                    .setVolumeId(volume.id())
                                    .putVolumeContext("another", "context")
                                    .addVolumeCapabilities(VolumeUser.capability(Mode.MULTI_NODE_MULTI_WRITER))
                                    .build());
                }),
                contradicting("publish-context-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .clearPublishContext()
                                    .build());
                }),
                contradicting(
                        "publish-context-unchanged",
                        scene -> scene.publish(request -> request.putPublishContext("more", "than it was"))),
                contradicting("access-mode-as-created", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    scene.caller()
                            .controller()
                            .controllerPublishVolume(volume.attachRequest("n1")
                                    .setVolumeCapability(VolumeUser.capability(Mode.SINGLE_NODE_WRITER))
                                    .build());
                }),
                contradicting("volume-capability-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    var capability = volume.stageRequest("n1").getVolumeCapability().toBuilder();
                    capability.getMountBuilder().setFsType("xfs");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setVolumeCapability(capability)
                                    .build());
                }),
                contradicting("repeat-publish-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    code(() -> scene.caller()
                            .controller()
                            .controllerPublishVolume(
                                    volume.attachRequest("n1").setReadonly(true).build()));
                }),
                contradicting("repeat-publish-unchanged", scene -> {
                    VolumeUser volume = scene.volume("a").mount("n1", "t1");
                    code(() -> scene.caller()
                            .node("n1")
                            .nodePublishVolume(volume.publishRequest("n1", "t1")
                                    .setReadonly(true)
                                    .build()));
                }));
    }

    private static CreateVolumeResponse unknown() {
        return CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("unknown").putAllVolumeContext(Map.of()))
                .build();
    }
}
