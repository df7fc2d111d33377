package io.hawser.node.mount;

/** What a decision needs to know of the plugin on this node. */
public sealed interface PluginView {
    /** Cannot be called now; somebody says when it can. */
    record Away(String message) implements PluginView {}

    /** @param stages it has STAGE_UNSTAGE_VOLUME */
    record Here(boolean stages) implements PluginView {}
}
