package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import io.hawser.strict.history.Event;
import io.hawser.strict.knowledge.Limits;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Callers that are too early, too late or twice at a time, and those that mix up snapshots. */
final class WrongPaces {

    private static final Limits HOURS =
            Limits.standard().withGaps(Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(3));
    private static final Limits NO_TIME = Limits.standard().withGaps(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private WrongPaces() {}

    static List<WrongCaller> all() {
        return List.of(
                contradicting("one-call-per-volume", scene -> {
                            VolumeUser volume = scene.volume("a");
                            twice(scene, () -> scene.caller()
                                    .controllerLater()
                                    .createVolume(volume.createRequest().build()));
                        })
                        .under("CreateVolume * * hang"),
                contradicting("one-call-per-volume-and-node", scene -> {
                            VolumeUser volume = scene.volume("a").create().attach("n1");
                            twice(scene, () -> scene.caller()
                                    .nodeLater("n1")
                                    .nodeStageVolume(volume.stageRequest("n1").build()));
                        })
                        .under("NodeStageVolume * * hang"),
                contradicting("one-call-per-snapshot", scene -> {
                            String source = scene.volume("a").create().id();
                            twice(scene, () -> scene.caller().controllerLater().createSnapshot(cut(source, "s")));
                        })
                        .under("CreateSnapshot * * hang"),
                contradicting("retry-not-at-once", WrongPaces::createTwice)
                        .under("CreateVolume * 1 error UNAVAILABLE")
                        .within(HOURS),
                contradicting("retry-not-at-once", WrongPaces::listTwice)
                        .under("ListVolumes * 1 error UNAVAILABLE")
                        .within(HOURS),
                contradicting("retry-not-at-once", scene -> {
                            code(() -> scene.caller().identity().probe(ProbeRequest.getDefaultInstance()));
                            code(() -> scene.caller().identity().probe(ProbeRequest.getDefaultInstance()));
                        })
                        .under("Probe * 1 error INTERNAL")
                        .within(HOURS),
                contradicting("retry-not-at-once", WrongPaces::toAndFro)
                        .under("""
                                NodeStageVolume   * * error UNAVAILABLE
                                NodeUnstageVolume * * error UNAVAILABLE
                                """)
                        .within(HOURS),
                breaking(
                                "retry-not-never",
                                scene -> code(() -> scene.volume("a").create()))
                        .under("CreateVolume * 1 error UNAVAILABLE")
                        .within(NO_TIME),
                // What was to undo it was refused, so the volume may still be attached.
                breaking("retry-not-never", scene -> {
                            VolumeUser volume = scene.volume("a").create();
                            code(() -> volume.attach("n1"));
                            code(() -> volume.detach("n1"));
                        })
                        .under("""
                                ControllerPublishVolume   * 1 act-then UNAVAILABLE
                                ControllerUnpublishVolume * 1 error PERMISSION_DENIED
                                """)
                        .within(NO_TIME),
                // It comes, but too late.
                contradicting("retry-not-never", WrongPaces::createTwice)
                        .under("CreateVolume * 1 error UNAVAILABLE")
                        .within(NO_TIME),
                contradicting("unimplemented-rereads-capabilities", WrongPaces::createTwice)
                        .under("CreateVolume * 1 error UNIMPLEMENTED"),
                contradicting("unimplemented-rereads-capabilities", WrongPaces::listTwice)
                        .under("ListVolumes * 1 error UNIMPLEMENTED"),
                // That the plugin has a controller says nothing about what the controller can do.
                contradicting("unimplemented-rereads-capabilities", scene -> {
                            code(() -> scene.volume("a").create());
                            scene.caller()
                                    .identity()
                                    .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance());
                            code(() -> scene.volume("a").create());
                        })
                        .under("CreateVolume * 1 error UNIMPLEMENTED"),
                contradicting("rejected-call-changed", WrongPaces::listTwice)
                        .under("ListVolumes * 1 error PERMISSION_DENIED")
                        .within(HOURS),
                contradicting("rejected-call-waits", scene -> {
                            VolumeUser volume = scene.volume("a").mount("n1", "t1");
                            code(() -> scene.caller()
                                    .node("n1")
                                    .nodeGetVolumeStats(
                                            volume.statsRequest("n1", "t1").build()));
                            code(() -> scene.caller()
                                    .node("n1")
                                    .nodeGetVolumeStats(
                                            volume.statsRequest("n1", "t1").build()));
                        })
                        .under("NodeGetVolumeStats * 1 error NOT_FOUND")
                        .within(HOURS),
                contradicting("rejected-call-changed", WrongPaces::createTwice)
                        .under("CreateVolume * 1 error OUT_OF_RANGE")
                        .within(HOURS),
                contradicting("rejected-call-waits", WrongPaces::createTwice)
                        .under("CreateVolume * 1 error RESOURCE_EXHAUSTED")
                        .within(HOURS),
                // Another volume only takes room.
                contradicting("rejected-call-waits", scene -> {
                            code(() -> scene.volume("a").create());
                            scene.volume("b").create();
                            code(() -> scene.volume("a").create());
                        })
                        .under("CreateVolume a 1 error RESOURCE_EXHAUSTED")
                        .within(HOURS),
                breaking(
                        "snapshot-created-before-use",
                        scene -> code(() -> scene.caller()
                                .controller()
                                .getSnapshot(GetSnapshotRequest.newBuilder()
                                        .setSnapshotId("unknown")
                                        .build()))),
                contradicting("snapshot-not-used-after-delete", scene -> {
                    String snapshot = cutOne(scene, "s").getSnapshot().getSnapshotId();
                    scene.caller()
                            .controller()
                            .deleteSnapshot(DeleteSnapshotRequest.newBuilder()
                                    .setSnapshotId(snapshot)
                                    .build());
                    code(() -> scene.caller()
                            .controller()
                            .getSnapshot(GetSnapshotRequest.newBuilder()
                                    .setSnapshotId(snapshot)
                                    .build()));
                }),
                contradicting("same-snapshot-name-same-request", scene -> {
                    cutOne(scene, "s");
                    String other = scene.volume("b").create().id();
                    code(() -> scene.caller().controller().createSnapshot(cut(other, "s")));
                }),
                breaking(
                        "group-created-before-use",
                        scene -> code(() -> scene.caller()
                                .group()
                                .getVolumeGroupSnapshot(GetVolumeGroupSnapshotRequest.newBuilder()
                                        .setGroupSnapshotId("unknown")
                                        .addSnapshotIds("unknown")
                                        .build()))),
                contradicting("group-not-used-after-delete", scene -> {
                    VolumeGroupSnapshot group = cutGroup(scene);
                    scene.caller()
                            .group()
                            .deleteVolumeGroupSnapshot(DeleteVolumeGroupSnapshotRequest.newBuilder()
                                    .setGroupSnapshotId(group.getGroupSnapshotId())
                                    .addAllSnapshotIds(members(group))
                                    .build());
                    code(() -> scene.caller()
                            .group()
                            .getVolumeGroupSnapshot(GetVolumeGroupSnapshotRequest.newBuilder()
                                    .setGroupSnapshotId(group.getGroupSnapshotId())
                                    .addAllSnapshotIds(members(group))
                                    .build()));
                }),
                contradicting("same-group-name-same-request", scene -> {
                    cutGroup(scene);
                    String other = scene.volume("b").create().id();
                    scene.caller()
                            .group()
                            .createVolumeGroupSnapshot(CreateVolumeGroupSnapshotRequest.newBuilder()
                                    .setName("g")
                                    .addSourceVolumeIds(other)
                                    .build());
                }),
                contradicting("group-member-not-deleted-alone", scene -> {
                    String member = members(cutGroup(scene)).get(0);
                    code(() -> scene.caller()
                            .controller()
                            .deleteSnapshot(DeleteSnapshotRequest.newBuilder()
                                    .setSnapshotId(member)
                                    .build()));
                }),
                contradicting("group-named-with-all-members", scene -> {
                    VolumeGroupSnapshot group = cutGroup(scene);
                    code(() -> scene.caller()
                            .group()
                            .deleteVolumeGroupSnapshot(DeleteVolumeGroupSnapshotRequest.newBuilder()
                                    .setGroupSnapshotId(group.getGroupSnapshotId())
                                    .addSnapshotIds("another")
                                    .build()));
                }));
    }

    /** Brings a volume up and down, and neither comes to an end. */
    private static void toAndFro(WrongCaller.Scene scene) {
        VolumeUser volume = scene.volume("a").create().attach("n1");
        code(() -> volume.stage("n1"));
        code(() -> volume.unstage("n1"));
        code(() -> volume.stage("n1"));
    }

    private static void createTwice(WrongCaller.Scene scene) {
        code(() -> scene.volume("a").create());
        code(() -> scene.volume("a").create());
    }

    private static void listTwice(WrongCaller.Scene scene) {
        code(() -> scene.caller().controller().listVolumes(ListVolumesRequest.getDefaultInstance()));
        code(() -> scene.caller().controller().listVolumes(ListVolumesRequest.getDefaultInstance()));
    }

    /** Sends a second one while the first hangs; both are given up at the end. */
    private static void twice(WrongCaller.Scene scene, Supplier<ListenableFuture<?>> call) {
        ListenableFuture<?> first = call.get();
        await().until(() ->
                scene.caller().plugin().events().stream().anyMatch(event -> event instanceof Event.FaultApplied));
        ListenableFuture<?> second = call.get();
        await().until(second::isDone);
        first.cancel(true);
    }

    private static CreateSnapshotRequest cut(String volumeId, String name) {
        return CreateSnapshotRequest.newBuilder()
                .setSourceVolumeId(volumeId)
                .setName(name)
                .build();
    }

    private static CreateSnapshotResponse cutOne(WrongCaller.Scene scene, String name) {
        String source = scene.volume("a").create().id();
        return scene.caller().controller().createSnapshot(cut(source, name));
    }

    static VolumeGroupSnapshot cutGroup(WrongCaller.Scene scene) {
        String source = scene.volume("a").create().id();
        return scene.caller()
                .group()
                .createVolumeGroupSnapshot(CreateVolumeGroupSnapshotRequest.newBuilder()
                        .setName("g")
                        .addSourceVolumeIds(source)
                        .build())
                .getGroupSnapshot();
    }

    static List<String> members(VolumeGroupSnapshot group) {
        return group.getSnapshotsList().stream().map(Snapshot::getSnapshotId).toList();
    }
}
