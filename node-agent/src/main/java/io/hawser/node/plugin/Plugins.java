package io.hawser.node.plugin;

import io.hawser.node.mount.PluginView;
import java.util.Optional;

/** The plugins of this node, by name. */
public interface Plugins {
    PluginView view(String plugin);

    /** Empty: the plugin is away. */
    Optional<NodePlugin> node(String plugin);
}
