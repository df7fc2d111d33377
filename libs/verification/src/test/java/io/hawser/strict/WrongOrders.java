package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.knowledge.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Callers that say a right thing at the wrong time. */
final class WrongOrders {
    private static final Limits NO_TIME = Limits.standard().withGaps(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** Detaching from all nodes is against the house's rules only. */
    private static final Limits UNNAMED_NODE = WrongCaller.ANY_PACE.withWaived(Set.of("unpublish-names-its-node"));

    private WrongOrders() {}

    static List<WrongCaller> all() {
        return List.of(
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
                                scene -> scene.detachEverywhere(
                                        scene.volume("a").mount("n1", "t1").unpublish("n1", "t1")))
                        .within(UNNAMED_NODE),
                contradicting(
                                "node-unpublish-before-controller-unpublish",
                                scene ->
                                        scene.detachEverywhere(scene.volume("a").mount("n1", "t1")))
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
                // The fence is over, and what the node had is still there.
                contradicting("node-undone-before-delete", scene -> {
                    VolumeUser volume = scene.volume("a").mount("n1", "t1");
                    scene.caller().plugin().fence("n1", true);
                    volume.detach("n1");
                    scene.caller().plugin().fence("n1", false);
                    code(volume::delete);
                }),
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
}
