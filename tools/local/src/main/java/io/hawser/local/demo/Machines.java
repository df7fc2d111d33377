package io.hawser.local.demo;

import io.hawser.cli.look.Look;
import io.hawser.cli.rest.NodeView;
import io.hawser.mounts.MountTable;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The steps that check nodes and plugins. */
record Machines(DemoNames names) {
    String nodesAppear(DemoContext context) {
        for (String node : List.of(names.node1(), names.node2())) {
            context.await("node " + node, () -> Look.of(node(context, node), () -> "volume-service does not know it"));
        }
        return names.node1() + ", " + names.node2();
    }

    String pluginFingerprinted(DemoContext context) {
        for (String node : List.of(names.node1(), names.node2())) {
            context.await("plugin " + names.plugin() + " to be healthy on " + node, () -> healthyOn(context, node));
        }
        Plugin plugin =
                context.await("plugin-registry to choose an instance of " + names.plugin(), () -> chosen(context));
        return names.plugin() + ", current instance " + plugin.getCurrent();
    }

    private static Optional<NodeView> node(DemoContext context, String name) {
        return context.volumes()
                .nodes()
                .filter(view -> view.node().getName().equals(name) && !view.removed())
                .findFirst();
    }

    private Look<Fingerprint> healthyOn(DemoContext context, String node) {
        Optional<Fingerprint> found = node(context, node).stream()
                .flatMap(view -> view.plugins().stream())
                .filter(plugin -> plugin.getPlugin().equals(names.plugin()))
                .findFirst();
        return Look.of(found.filter(Fingerprint::getHealthy), () -> found.map(Fingerprint::getMessage)
                .orElse("no fingerprint"));
    }

    private Look<Plugin> chosen(DemoContext context) {
        return Look.of(
                context.plugins().plugin(names.plugin()).filter(plugin -> !plugin.getCurrent()
                        .isEmpty()),
                () -> "no instance of it is healthy");
    }

    String nothingLeftOnNode1(DemoContext context) {
        Path root = context.layout().node(names.node1());
        context.await("node 1 to have no mount", () -> empty(MountTable.read().pointsBelow(root)));
        context.await("node 1 to have no staging folder", () -> empty(StagingFolders.below(root)));
        context.await(
                "the volume to be detached from node 1",
                () -> empty(context.volumes().volume(names.volume()).stream()
                        .flatMap(volume -> volume.getNodesList().stream())
                        .filter(node -> node.getNode().equals(names.node1()))
                        .map(node -> node.getState() + " " + node.getMessage())
                        .toList()));
        return "no mount, no staging folder, no publication";
    }

    private static Look<Boolean> empty(List<?> list) {
        return Look.of(list.isEmpty(), list::toString);
    }
}
