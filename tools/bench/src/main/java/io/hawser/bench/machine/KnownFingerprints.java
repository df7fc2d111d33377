package io.hawser.bench.machine;

import io.hawser.cli.rest.VolumeServiceClient;
import java.net.URI;

/** Asks volume-service which nodes it knows to have a plugin: what it has not read yet it rejects commands for. */
public final class KnownFingerprints {
    private final VolumeServiceClient volumeService;

    KnownFingerprints(URI volumeService) {
        this.volumeService = new VolumeServiceClient(volumeService);
    }

    /** How many nodes have one at this moment. */
    public long count() {
        return volumeService.nodes().filter(node -> !node.plugins().isEmpty()).count();
    }
}
