package io.hawser.bench.machine;

import io.hawser.cli.rest.VolumeServiceClient;
import java.net.URI;

/**
 * Asks volume-service which nodes it knows to have a plugin: for a node whose fingerprint it has not read, it rejects
 * commands.
 */
public final class KnownFingerprints {
    private final VolumeServiceClient volumeService;

    KnownFingerprints(URI volumeService) {
        this.volumeService = new VolumeServiceClient(volumeService);
    }

    /** The present number of such nodes. */
    public long count() {
        return volumeService.nodes().filter(node -> !node.plugins().isEmpty()).count();
    }
}
