package io.hawser.bench.machine;

import io.hawser.cli.rest.VolumeServiceClient;
import java.net.URI;

/**
 * Asks volume-service which plugins it knows nodes to have: for a node whose fingerprint it has not read, it rejects
 * commands.
 */
public final class KnownFingerprints {
    private final VolumeServiceClient volumeService;

    KnownFingerprints(URI volumeService) {
        this.volumeService = new VolumeServiceClient(volumeService);
    }

    /** The present number of plugins on this node. */
    public long on(String node) {
        return volumeService
                .nodes()
                .filter(view -> view.node().getName().equals(node))
                .mapToLong(view -> view.plugins().size())
                .sum();
    }
}
