package io.hawser.conformance.invariant;

import io.grpc.Status.Code;
import io.hawser.conformance.history.HeldVolume;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.Tables;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The life of one volume, {@code v}, step by step, as Hawser leads it when all is well. */
final class Story extends TopicStory {
    static final String VOLUME = "v";
    static final String UID = "u1";
    static final String CSI_NAME = "hawser-u1";
    static final String VOLUME_ID = "id-1";
    /** A condition that has no sentence. */
    static final String MUTE = "Mute";

    static final Map<String, String> CONTEXT = Map.of("device", "sdb");

    Story() {
        this(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ONE_WRITER);
    }

    Story(Scope scope, Sharing sharing) {
        super(scope, sharing);
    }

    History history() {
        return scene.history();
    }

    static String staging() {
        return "/n/volumes/" + VOLUME + "/" + UID + "/staging";
    }

    static String target(String id) {
        return "/n/volumes/" + VOLUME + "/" + UID + "/targets/" + id;
    }

    @Override
    Story story() {
        return this;
    }

    // What the plugin sees.

    long creating() {
        return scene.arrives(Rpc.CREATE_VOLUME, VolumeCalls.create(), "");
    }

    Story created() {
        scene.ends(
                creating(),
                Code.OK,
                true,
                Effect.WHOLE,
                Optional.of(CreateVolumeResponse.newBuilder()
                        .setVolume(io.hawser.csi.v1.Volume.newBuilder().setVolumeId(VOLUME_ID))
                        .build()));
        return this;
    }

    Story attached(String node) {
        return done(attaching(node));
    }

    long attaching(String node) {
        return scene.arrives(Rpc.CONTROLLER_PUBLISH_VOLUME, VolumeCalls.attach(node), "");
    }

    Story staged(String node) {
        return done(staging(node));
    }

    long staging(String node) {
        return scene.arrives(Rpc.NODE_STAGE_VOLUME, VolumeCalls.stage(), "strict-" + node);
    }

    Story published(String node, String target) {
        return published(node, target, false);
    }

    Story published(String node, String target, boolean readOnly) {
        return done(scene.arrives(Rpc.NODE_PUBLISH_VOLUME, VolumeCalls.publish(target, readOnly), "strict-" + node));
    }

    Story unpublished(String node, String target) {
        return done(unpublishing(node, target));
    }

    long unpublishing(String node, String target) {
        return scene.arrives(Rpc.NODE_UNPUBLISH_VOLUME, VolumeCalls.unpublish(target), "strict-" + node);
    }

    Story unstaged(String node) {
        return done(unstaging(node));
    }

    long unstaging(String node) {
        return scene.arrives(Rpc.NODE_UNSTAGE_VOLUME, VolumeCalls.unstage(), "strict-" + node);
    }

    /** Its machine is destroyed. */
    Story wiped(String node) {
        scene.happens(new Event.PluginChanged("wiped strict-" + node, scene.now()));
        return this;
    }

    Story detached(String node) {
        return done(scene.arrives(Rpc.CONTROLLER_UNPUBLISH_VOLUME, VolumeCalls.detach(node), ""));
    }

    Story deleted() {
        return done(scene.arrives(Rpc.DELETE_VOLUME, VolumeCalls.delete(), ""));
    }

    Story done(long call) {
        return ended(call, Code.OK, Effect.WHOLE);
    }

    Story ended(long call, Code code, Effect effect) {
        scene.ends(call, code, true, effect, Optional.empty());
        return this;
    }

    // What else there is to be seen.

    Story mounted(Map<String, List<String>> idsByNode) {
        Map<String, List<String>> paths = new TreeMap<>();
        idsByNode.forEach((node, ids) -> paths.put(
                node, ids.stream().map(id -> "volumes/v/u1/targets/" + id).toList()));
        scene.mounted(paths);
        return this;
    }

    Story holding(Map<String, Map<String, String>> attached) {
        scene.holds(new HeldVolume(VOLUME_ID, CSI_NAME, attached, Map.of(), Map.of()));
        return this;
    }

    /** Attached and staged on this node, and published at these targets. */
    Story holdingOn(String node, String... targets) {
        String id = "strict-" + node;
        scene.holds(new HeldVolume(
                VOLUME_ID,
                CSI_NAME,
                Map.of(id, CONTEXT),
                Map.of(id, staging()),
                targets.length == 0
                        ? Map.of()
                        : Map.of(id, Stream.of(targets).map(Story::target).collect(Collectors.toSet()))));
        return this;
    }

    Story quiet(List<Tables.VolumeLine> volumes, List<Tables.PublicationLine> publications) {
        scene.quiet(volumes, publications, Map.of("volume_service", 0L));
        return this;
    }

    Tables.VolumeLine row() {
        return row(Tables.Retry.NONE);
    }

    Tables.VolumeLine row(Tables.Retry retry) {
        return row(true, VOLUME_ID, retry);
    }

    Tables.VolumeLine row(boolean created, String volumeId) {
        return row(created, volumeId, Tables.Retry.NONE);
    }

    private Tables.VolumeLine row(boolean created, String volumeId, Tables.Retry retry) {
        return new Tables.VolumeLine(VOLUME, UID, spec, "c1", created, false, volumeId, retry, false);
    }

    Tables.PublicationLine publication(String node, String state) {
        return new Tables.PublicationLine(
                VOLUME, node, state, "strict-" + node, CONTEXT, false, false, Tables.Retry.NONE);
    }

    // Parts of a life that are the same in most stories.

    Story born() {
        return commanded("c1").accepted("c1").known().created();
    }

    Story broughtTo(String node, long generation, String target) {
        return attached(node).assigned(node, generation, target).staged(node).published(node, target);
    }

    Story takenFrom(String node, long generation, String target) {
        return assigned(node, generation)
                .unpublished(node, target)
                .unstaged(node)
                .nothingLeft(node, generation)
                .detached(node);
    }
}
