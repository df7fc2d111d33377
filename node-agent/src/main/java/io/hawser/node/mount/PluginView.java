package io.hawser.node.mount;

/** What a decision needs to know of the plugin on this node. */
public sealed interface PluginView {
    /** The plugin cannot be called now; the agent is notified when it can. */
    record Away(String message) implements PluginView {}

    /** @param stages whether the plugin has STAGE_UNSTAGE_VOLUME */
    record Here(boolean stages) implements PluginView {}
}
