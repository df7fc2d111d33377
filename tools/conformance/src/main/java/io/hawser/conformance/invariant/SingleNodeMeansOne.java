package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.PluginTrace;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.AccessModes;
import io.hawser.strict.call.Call;
import io.hawser.strict.history.Event;
import java.util.List;
import java.util.Optional;

/**
 * A single-node volume is mounted on one node at every moment, and each call that brings it to a node has a single-node
 * access mode. For calls with such a mode, the plugin judges that the volume is off every other node. It does not know
 * the requested scope, and sees no mount table. A fenced node does not count: it cannot write any more.
 */
final class SingleNodeMeansOne implements Invariant {
    @Override
    public void check(History history, Findings findings) {
        KnownVolumes volumes = KnownVolumes.of(history);
        history.plugins().forEach(trace -> Event.calls(trace.events()).values().stream()
                .filter(call ->
                        volumes.of(call).filter(KnownVolumes.Known::singleNode).isPresent())
                .forEach(call -> check(trace, call, findings)));
        MountView.each(history, Fences.of(history), (uid, places) -> {
            Optional<KnownVolumes.Known> volume = volumes.uid(uid).filter(KnownVolumes.Known::singleNode);
            volume.ifPresent(known -> findings.that(
                    places.stream().map(MountView.Place::node).distinct().count() <= 1,
                    () -> "single-node volume " + known.name() + " is mounted on several nodes",
                    () -> places.stream().map(MountView.Place::words).toList()));
        });
    }

    private static void check(PluginTrace trace, Call call, Findings findings) {
        switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME, NODE_STAGE_VOLUME, NODE_PUBLISH_VOLUME -> {
                Mode mode = call.fields()
                        .capability()
                        .map(capability -> capability.getAccessMode().getMode())
                        .orElse(Mode.UNKNOWN);
                findings.that(
                        !AccessModes.onManyNodes(mode),
                        () -> call.rpc().wireName() + " for single-node volume "
                                + call.subject().key() + " with the access mode " + mode,
                        () -> List.of(Words.call(trace, call)));
            }
            default -> {
                // No other call brings a volume to a node.
            }
        }
    }
}
