package io.hawser.volume.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.SecretProvider;
import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.volume.lifecycle.Policy;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Makes the service's objects from configuration at start, so that an invalid value is refused before the first record.
 */
@Dependent
class VolumeBeans {
    @Singleton
    @Startup
    Policy policy(VolumeConfig config) {
        return config.policy();
    }

    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    @Singleton
    Remembered commands(LedgerConfig config) {
        return new Remembered("command", "received", config.commandsKept());
    }

    @ApplicationScoped
    SecretProvider secrets(VolumeConfig config) {
        return SecretProvider.ofFiles(config.secretsDir(), "hawser.volume.secrets-dir");
    }

    @Singleton
    @Startup
    AllowedEndpoints allowedEndpoints(VolumeConfig config) {
        return AllowedEndpoints.parse("hawser.volume.endpoints", config.endpoints());
    }
}
