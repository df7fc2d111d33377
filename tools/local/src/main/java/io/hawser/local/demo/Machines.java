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
record Machines(Cast cast) {
    String nodesAppear(Stage stage) {
        for (String node : List.of(cast.node1(), cast.node2())) {
            stage.await("node " + node, () -> Look.of(node(stage, node), () -> "volume-service does not know it"));
        }
        return cast.node1() + ", " + cast.node2();
    }

    String pluginFingerprinted(Stage stage) {
        for (String node : List.of(cast.node1(), cast.node2())) {
            stage.await("plugin " + cast.plugin() + " to be healthy on " + node, () -> healthyOn(stage, node));
        }
        Plugin plugin = stage.await("plugin-registry to choose an instance of " + cast.plugin(), () -> chosen(stage));
        return cast.plugin() + ", current instance " + plugin.getCurrent();
    }

    private static Optional<NodeView> node(Stage stage, String name) {
        return stage.volumes()
                .nodes()
                .filter(view -> view.node().getName().equals(name) && !view.removed())
                .findFirst();
    }

    private Look<Fingerprint> healthyOn(Stage stage, String node) {
        Optional<Fingerprint> found = node(stage, node).stream()
                .flatMap(view -> view.plugins().stream())
                .filter(plugin -> plugin.getPlugin().equals(cast.plugin()))
                .findFirst();
        return Look.of(
                found.filter(Fingerprint::getHealthy),
                () -> found.map(Fingerprint::getMessage).orElse("no fingerprint"));
    }

    private Look<Plugin> chosen(Stage stage) {
        return Look.of(
                stage.plugins()
                        .plugins()
                        .filter(plugin -> plugin.getName().equals(cast.plugin()))
                        .filter(plugin -> !plugin.getCurrent().isEmpty())
                        .findFirst(),
                () -> "no instance of it is healthy");
    }

    String nothingLeftOnNode1(Stage stage) {
        Path root = stage.layout().node(cast.node1());
        stage.await("node 1 to have no mount", () -> empty(MountTable.read().pointsBelow(root)));
        stage.await("node 1 to have no staging folder", () -> empty(StagingFolders.below(root)));
        stage.await(
                "the volume to be detached from node 1",
                () -> empty(stage.volumes().volume(cast.volume()).stream()
                        .flatMap(volume -> volume.getNodesList().stream())
                        .filter(node -> node.getNode().equals(cast.node1()))
                        .map(node -> node.getState() + " " + node.getMessage())
                        .toList()));
        return "no mount, no staging folder, no publication";
    }

    private static Look<Boolean> empty(List<?> list) {
        return Look.of(list.isEmpty(), list::toString);
    }
}
