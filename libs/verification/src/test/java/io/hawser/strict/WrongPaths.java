package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Callers that name the wrong path. */
final class WrongPaths {
    private static final String NOT_EVEN_ROOT_WRITES = "/proc/sys";

    private WrongPaths() {}

    static List<WrongCaller> all() {
        return List.of(
                breaking("staging-path-given", scene -> scene.publish(request -> request.clearStagingTargetPath())),
                contradicting(
                        "one-staging-path",
                        scene -> scene.publish(request -> request.setStagingTargetPath("/elsewhere"))),
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
                contradicting("staging-path-of-one-volume", scene -> {
                    VolumeUser first = scene.volume("a").create().attach("n1").stage("n1");
                    VolumeUser second = scene.volume("b").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeUnstageVolume(second.unstageRequest("n1")
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
                contradicting("target-path-unique", scene -> {
                    VolumeUser first = scene.volume("a").mount("n1", "t1");
                    VolumeUser second = scene.volume("b").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeUnpublishVolume(second.unpublishRequest("n1", "t1")
                                    .setTargetPath(first.target("n1", "t1").toString())
                                    .build());
                }),
                breaking(
                        "target-parent-exists",
                        scene -> scene.publish(
                                request -> request.setTargetPath(request.getTargetPath() + "/missing/leaf"))),
                breaking(
                        "target-parent-open",
                        scene -> scene.publish(request -> request.setTargetPath(NOT_EVEN_ROOT_WRITES + "/leaf"))),
                breaking("staging-path-open", scene -> {
                    VolumeUser volume = scene.volume("a").create().attach("n1");
                    scene.caller()
                            .node("n1")
                            .nodeStageVolume(volume.stageRequest("n1")
                                    .setStagingTargetPath(NOT_EVEN_ROOT_WRITES)
                                    .build());
                }),
                breaking("target-leaf-absent", scene -> scene.publish(WrongPaths::withLeaf)),
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
                        .with("no-stage"));
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
