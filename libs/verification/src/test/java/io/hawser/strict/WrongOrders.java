package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.rule.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Callers that say a right thing at the wrong time, of the wrong volume, or at the wrong place. */
final class WrongOrders {

    private static final String NOT_EVEN_ROOT_WRITES = "/proc/sys";
    private static final Limits NO_TIME = Limits.standard().withGaps(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Detaching from all nodes is against the house's rules only. */
    private static final Limits UNNAMED_NODE = WrongCaller.ANY_PACE.withWaived(Set.of("unpublish-names-its-node"));

    private WrongOrders() {}

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
                    everywhere(scene, scene.volume("a").create().attach("n1"));
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
                        scene -> publishing(scene, request -> request.putVolumeContext("more", "than it was"))),
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
                        scene -> publishing(scene, request -> request.putPublishContext("more", "than it was"))),
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
                }),
                breaking("controller-publish-before-stage", scene -> {
                    VolumeUser volume = scene.volume("a").create();
                    code(() -> volume.stage("n1"));
                }),
                // What was done with an uncertain answer has not succeeded.
                contradicting("controller-publish-before-stage", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            code(() -> volume.attach("n1"));
                            volume.stage("n1");
                        })
                        .under("ControllerPublishVolume * 1 act-then UNKNOWN"),
                contradicting("controller-publish-before-node-publish", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            code(() -> volume.attach("n1"));
                            volume.publish("n1", "t1");
                        })
                        .with("no-stage")
                        .under("ControllerPublishVolume * 1 act-then UNKNOWN"),
                contradicting("stage-before-node-publish", scene -> {
                            VolumeUser volume = scene.volume("a").create().attach("n1");
                            code(() -> volume.stage("n1"));
                            volume.publish("n1", "t1");
                        })
                        .under("NodeStageVolume * 1 act-then UNKNOWN"),
                breaking("controller-publish-before-node-publish", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            code(() -> volume.publish("n1", "t1"));
                        })
                        .with("no-stage"),
                breaking("stage-before-node-publish", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    code(() -> volume.publish("n1", "t1"));
                }),
                // Another version of the plugin is judged by what that one offers.
                breaking("controller-publish-before-stage", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            scene.caller().plugin().offer(CapabilityProfiles.full());
                            scene.caller().read(CapabilityProfiles.full(), "n1");
                            code(() -> volume.stage("n1"));
                        })
                        .with("no-attach"),
                contradicting(
                        "node-unpublish-before-unstage",
                        scene -> scene.volume("a").mount("n1", "t1").unstage("n1")),
                // What was undone with an uncertain answer may be there still.
                contradicting("node-unpublish-before-unstage", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            code(() -> volume.unpublish("n1", "t1"));
                            volume.unstage("n1");
                        })
                        .under("NodeUnpublishVolume * 1 act-then INTERNAL"),
                contradicting("unstage-before-controller-unpublish", scene -> scene.volume("a")
                        .mount("n1", "t1")
                        .unpublish("n1", "t1")
                        .detach("n1")),
                contradicting(
                                "node-unpublish-before-controller-unpublish",
                                scene -> scene.volume("a").mount("n1", "t1").detach("n1"))
                        .with("no-stage"),
                contradicting(
                                "unstage-before-controller-unpublish",
                                scene -> everywhere(
                                        scene,
                                        scene.volume("a").mount("n1", "t1").unpublish("n1", "t1")))
                        .within(UNNAMED_NODE),
                contradicting(
                                "node-unpublish-before-controller-unpublish",
                                scene -> everywhere(scene, scene.volume("a").mount("n1", "t1")))
                        .with("no-stage")
                        .within(UNNAMED_NODE),
                contradicting("controller-unpublish-before-delete", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    code(volume::delete);
                }),
                // "Not found" is no detaching that succeeded.
                contradicting("controller-unpublish-before-delete", scene -> {
                            VolumeUser volume = scene.volume("a").create().attach("n1");
                            code(() -> volume.detach("n1"));
                            code(volume::delete);
                        })
                        .under("ControllerUnpublishVolume * 1 error NOT_FOUND"),
                contradicting("node-undone-before-delete", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            code(volume::delete);
                        })
                        .with("no-attach"),
                contradicting("node-undone-before-delete", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            code(volume::delete);
                        })
                        .with("no-attach-no-stage"),
                contradicting("single-node-mode-one-node", scene -> {
                    VolumeUser volume =
                            scene.volume("a", Mode.SINGLE_NODE_WRITER).create().attach("n1");
                    code(() -> volume.attach("n2"));
                }),
                contradicting("single-node-mode-one-node", scene -> scene.volume("a", Mode.SINGLE_NODE_WRITER)
                                .create()
                                .stage("n1")
                                .stage("n2"))
                        .with("no-attach"),
                contradicting("single-node-mode-one-node", scene -> scene.volume("a", Mode.SINGLE_NODE_WRITER)
                                .mount("n1", "t1")
                                .publish("n2", "t2"))
                        .with("no-attach-no-stage"),
                contradicting("single-writer-mode-one-writer", scene -> scene.volume("a", Mode.MULTI_NODE_SINGLE_WRITER)
                        .mount("n1", "t1")
                        .attach("n2")
                        .stage("n2")
                        .publish("n2", "t2")),
                breaking("reader-mode-read-only", scene -> scene.volume("a", Mode.SINGLE_NODE_READER_ONLY)
                        .mount("n1", "t1")),
                breaking("reader-mode-read-only", scene -> scene.volume("a", Mode.MULTI_NODE_READER_ONLY)
                        .mount("n1", "t1")),
                contradicting("one-target-per-node", scene -> {
                    VolumeUser volume =
                            scene.volume("a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
                    code(() -> volume.publish("n1", "t2"));
                }),
                breaking("staging-path-given", scene -> publishing(scene, request -> request.clearStagingTargetPath())),
                contradicting(
                        "one-staging-path",
                        scene -> publishing(scene, request -> request.setStagingTargetPath("/elsewhere"))),
                contradicting("one-staging-path", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1").stage("n1");
                    code(() -> scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setStagingTargetPath(
                                            scene.caller().folder().toString())
                                    .build()));
                }),
                contradicting("one-staging-path", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1").stage("n1");
                    scene.caller()
                            .node("n1")
                            .nodeUnstageVolume(volume.unstageRequest("n1")
                                    .setStagingTargetPath("/elsewhere")
                                    .build());
                }),
                contradicting("staging-path-of-one-volume", scene -> {
                    VolumeUser first = scene.volume("a").create().attach("n1").stage("n1");
                    VolumeUser second = scene.volume("b").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(second.stageRequest("n1")
                                    .setStagingTargetPath(first.staging("n1").toString())
                                    .build());
                }),
                breaking("staging-path-exists", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setStagingTargetPath(volume.staging("n1") + "/missing")
                                    .build());
                }),
                contradicting("target-path-unique", scene -> {
                    VolumeUser first = scene.volume("a").mount("n1", "t1");
                    VolumeUser second = scene.volume("b").create().attach("n1").stage("n1");
                    code(() -> scene.caller()
                            .node("n1")
                            .nodePublishVolume(second.publishRequest("n1", "t1")
                                    .setTargetPath(first.target("n1", "t1").toString())
                                    .build()));
                }),
                breaking(
                        "target-parent-exists",
                        scene -> publishing(
                                scene, request -> request.setTargetPath(request.getTargetPath() + "/missing/leaf"))),
                breaking(
                        "target-parent-open",
                        scene -> publishing(scene, request -> request.setTargetPath(NOT_EVEN_ROOT_WRITES + "/leaf"))),
                breaking("staging-path-open", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setStagingTargetPath(NOT_EVEN_ROOT_WRITES)
                                    .build());
                }),
                breaking("target-leaf-absent", scene -> publishing(scene, WrongOrders::withLeaf)),
                breaking("volume-path-in-use", scene -> {
                    VolumeUser volume = scene.volume("a").mount("n1", "t1");
                    code(() -> scene.caller()
                            .node("n1")
                            .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                                    .setVolumeId(volume.id())
                                    .setVolumePath("/elsewhere")
                                    .setStagingTargetPath(volume.staging("n1").toString())
                                    .build()));
                }),
                breaking("staging-path-told", scene -> {
                    VolumeUser volume = scene.volume("a").mount("n1", "t1");
                    scene.caller()
                            .node("n1")
                            .nodeGetVolumeStats(volume.statsRequest("n1", "t1")
                                    .clearStagingTargetPath()
                                    .build());
                }),
                breaking("staging-path-told", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            scene.caller()
                                    .node("n1")
                                    .nodeGetVolumeStats(volume.statsRequest("n1", "t1")
                                            .setStagingTargetPath("/somewhere")
                                            .build());
                        })
                        .with("no-stage"),
                contradicting("offline-expand-unpublished", scene -> {
                            VolumeUser volume = scene.volume("a").create().attach("n1");
                            code(volume::grow);
                        })
                        .with("offline-expansion"),
                contradicting("offline-expand-unpublished", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            code(volume::grow);
                        })
                        .with("no-attach,-expansion:ONLINE,+expansion:OFFLINE"),
                breaking("controller-expand-before-node-expand", scene -> {
                    VolumeUser volume = scene.volume("a").mount("n1", "t1");
                    scene.caller()
                            .node("n1")
                            .nodeExpandVolume(volume.expandRequest("n1", "t1").build());
                }),
                breaking(
                                "node-expand-follows",
                                scene -> scene.volume("a").mount("n1", "t1").grow())
                        .within(NO_TIME));
    }

    /** Detaches it from all nodes with one call. */
    private static void everywhere(WrongCaller.Scene scene, VolumeUser volume) {
        scene.caller()
                .controller()
                .controllerUnpublishVolume(
                        volume.detachRequest("n1").clearNodeId().build());
    }

    private static CreateVolumeResponse unknown() {
        return CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("unknown").putAllVolumeContext(Map.of()))
                .build();
    }

    private static void publishing(WrongCaller.Scene scene, UnaryOperator<NodePublishVolumeRequest.Builder> change) {
        VolumeUser volume = scene.volume("a").create().attach("n1").stage("n1");
        NodePublishVolumeRequest request =
                change.apply(volume.publishRequest("n1", "t1")).build();
        code(() -> scene.caller().node("n1").nodePublishVolume(request));
    }

    private static NodePublishVolumeRequest.Builder withLeaf(NodePublishVolumeRequest.Builder request) {
        try {
            Files.createDirectories(Path.of(request.getTargetPath()));
            return request;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
