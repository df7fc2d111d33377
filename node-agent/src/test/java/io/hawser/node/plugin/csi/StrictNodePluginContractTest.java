package io.hawser.node.plugin.csi;

import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import java.nio.file.Path;

/** The contract, kept by the plugin that judges calls and mounts nothing. */
class StrictNodePluginContractTest extends NodePluginContract {
    private StrictPlugin plugin;

    @Override
    Plugin start(Path folder) {
        plugin = StrictPlugin.start(
                StrictPluginOptions.at(folder.resolve("csi.sock")).withNodes("n1"));
        return new Plugin(
                StrictPluginOptions.DEFAULT_NAME,
                StrictPluginOptions.nodeId("n1"),
                plugin.controllerEndpoint(),
                plugin.nodeEndpoint("n1"));
    }

    @Override
    void stop() {
        plugin.close();
    }

    @Override
    boolean mounted(Path path) {
        return false;
    }
}
