package io.hawser.node.plugin;

import io.hawser.v1.Fingerprint;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * What this node last published of its plugins, kept over restarts: a plugin that went meanwhile must be reported as
 * gone.
 */
public interface KnownPlugins {

    /**
     * @param registered its instance was registered once: while the plugin stays away, each process deregisters it
     * @param fingerprint the last one
     */
    record Known(boolean registered, Optional<Fingerprint> fingerprint) {
        public static final Known NOTHING = new Known(false, Optional.empty());
    }

    Set<String> names();

    /** {@link Known#NOTHING} of a plugin that was never published. */
    Known of(String plugin);

    /** Returns when the entry is on the disk. If that fails, the entry stays as it was. */
    void put(String plugin, Known next) throws IOException;
}
