package io.hawser.strict;

import static io.hawser.strict.Caller.code;
import static io.hawser.strict.WrongCaller.breaking;
import static io.hawser.strict.WrongCaller.contradicting;

import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.List;

/** Callers that give a volume to more users than its access mode allows. */
final class WrongUsers {
    private WrongUsers() {}

    static List<WrongCaller> all() {
        return List.of(
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
                contradicting("single-node-mode-one-node", scene -> {
                    VolumeCapability alone = VolumeUser.capability(Mode.SINGLE_NODE_WRITER);
                    VolumeUser volume = scene.volume("a", Mode.MULTI_NODE_MULTI_WRITER);
                    volume.created(scene.caller()
                            .controller()
                            .createVolume(volume.createRequest()
                                    .addVolumeCapabilities(alone)
                                    .build()));
                    scene.caller()
                            .controller()
                            .controllerPublishVolume(volume.attachRequest("n1")
                                    .setVolumeCapability(alone)
                                    .build());
                    code(() -> volume.attach("n2"));
                }),
                contradicting("single-writer-mode-one-writer", scene -> scene.volume("a", Mode.MULTI_NODE_SINGLE_WRITER)
                        .mount("n1", "t1")
                        .attach("n2")
                        .stage("n2")
                        .publish("n2", "t2")),
                // A fenced node that still has it hides no other node.
                contradicting("single-writer-mode-one-writer", scene -> {
                    VolumeUser volume =
                            scene.volume("a", Mode.MULTI_NODE_SINGLE_WRITER).mount("n1", "t1");
                    scene.caller().plugin().fence("n1", true);
                    volume.attach("n2").stage("n2").publish("n2", "t2");
                    volume.attach("n3").stage("n3").publish("n3", "t3");
                }),
                contradicting("single-node-mode-one-node", scene -> {
                            VolumeUser volume =
                                    scene.volume("a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
                            scene.caller().plugin().fence("n1", true);
                            volume.stage("n2").stage("n3");
                        })
                        .with("no-attach"),
                // The fence is over, and what the node had is still there.
                contradicting("single-node-mode-one-node", scene -> {
                    VolumeUser volume =
                            scene.volume("a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
                    scene.caller().plugin().fence("n1", true);
                    volume.detach("n1");
                    scene.caller().plugin().fence("n1", false);
                    volume.attach("n2");
                }),
                breaking("reader-mode-read-only", scene -> scene.volume("a", Mode.SINGLE_NODE_READER_ONLY)
                        .mount("n1", "t1")),
                breaking("reader-mode-read-only", scene -> scene.volume("a", Mode.MULTI_NODE_READER_ONLY)
                                .mount("n1", "t1"))
                        .with("no-readonly-publish"),
                breaking("reader-mode-attached-read-only", scene -> scene.volume("a", Mode.MULTI_NODE_READER_ONLY)
                        .create()
                        .attach("n1")),
                contradicting("one-target-per-node", scene -> {
                    VolumeUser volume =
                            scene.volume("a", Mode.SINGLE_NODE_WRITER).mount("n1", "t1");
                    code(() -> volume.publish("n1", "t2"));
                }));
    }
}
