package io.hawser.strict;

import io.hawser.strict.backend.PluginSelf;
import java.util.Set;
import java.util.stream.Collectors;

/** The version of a plugin that runs now. */
final class CurrentVersion implements PluginSelf {
    private final StrictPluginOptions options;
    private final Set<String> nodeIds;
    private Capabilities capabilities;
    private int release;

    CurrentVersion(StrictPluginOptions options) {
        this.options = options;
        this.nodeIds = options.nodeSockets().keySet().stream()
                .map(StrictPluginOptions::nodeId)
                .collect(Collectors.toUnmodifiableSet());
        this.capabilities = options.capabilities();
    }

    /** Becomes the next version, with these capabilities. */
    void become(Capabilities wanted) {
        capabilities = wanted;
        release++;
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public int release() {
        return release;
    }

    @Override
    public Set<String> nodeIds() {
        return nodeIds;
    }

    @Override
    public long maxVolumesPerNode() {
        return options.maxVolumesPerNode();
    }
}
