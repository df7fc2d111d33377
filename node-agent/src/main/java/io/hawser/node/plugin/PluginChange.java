package io.hawser.node.plugin;

import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something that happened to a plugin on this node, for people.
 *
 * @param reason CamelCase word
 */
public record PluginChange(String plugin, String reason, String message) {

    /** What is different between two looks at one socket. Two equal looks have no change. */
    public static List<PluginChange> between(PluginStatus before, PluginStatus now) {
        Optional<String> was = before.identity().map(PluginIdentity::name);
        Optional<String> is = now.identity().map(PluginIdentity::name);
        if (is.isEmpty()) {
            return List.of();
        }
        List<PluginChange> changes = new ArrayList<>();
        if (was.isPresent() && !was.equals(is)) {
            changes.add(new PluginChange(
                    was.get(),
                    "PluginReplaced",
                    "its socket " + now.endpoint() + " is served by plugin " + is.get() + " now; the volumes of "
                            + was.get() + " wait"));
        }
        boolean same = was.equals(is);
        if (same) {
            different(before, now).ifPresent(text -> changes.add(new PluginChange(is.get(), "PluginChanged", text)));
        }
        if (!same || before.healthy() != now.healthy()) {
            changes.add(
                    now.healthy()
                            ? new PluginChange(is.get(), "PluginHealthy", "answers at " + now.endpoint())
                            : new PluginChange(is.get(), "PluginUnhealthy", now.message()));
        }
        return List.copyOf(changes);
    }

    private static Optional<String> different(PluginStatus before, PluginStatus now) {
        List<String> texts = new ArrayList<>();
        field("version", before, now, known -> known.identity().map(PluginIdentity::vendorVersion), texts);
        field(
                "node capabilities",
                before,
                now,
                known -> known.identity()
                        .filter(ignored -> known.look().capabilitiesRead())
                        .map(said ->
                                said.capabilities().node().stream().sorted().toList()),
                texts);
        field(
                "controller service",
                before,
                now,
                known -> known.look().capabilitiesRead() ? Optional.of(known.offersController()) : Optional.empty(),
                texts);
        field("node id", before, now, known -> known.nodeInfo().map(NodeGetInfoResponse::getNodeId), texts);
        field(
                "volume limit",
                before,
                now,
                known -> known.nodeInfo().map(NodeGetInfoResponse::getMaxVolumesPerNode),
                texts);
        field(
                "topology",
                before,
                now,
                known -> known.nodeInfo()
                        .map(info -> info.getAccessibleTopology().getSegmentsMap()),
                texts);
        return texts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", texts));
    }

    /** Only an answer that replaces another answer is a change. */
    private static void field(
            String name,
            PluginStatus before,
            PluginStatus now,
            Function<PluginStatus, Optional<?>> value,
            List<String> texts) {
        Optional<?> was = value.apply(before);
        Optional<?> is = value.apply(now);
        if (was.isPresent() && is.isPresent() && !Objects.equals(was, is)) {
            texts.add(name + " was " + was.get() + ", is " + is.get());
        }
    }
}
