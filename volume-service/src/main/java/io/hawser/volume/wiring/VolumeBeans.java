package io.hawser.volume.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.SecretProvider;
import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.volume.lifecycle.Policy;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Makes the service's objects from configuration at start, so that an invalid value is refused before the first record.
 */
@Dependent
class VolumeBeans {
    @Produces
    @Singleton
    @Startup
    Policy policy(VolumeConfig config) {
        return config.policy();
    }

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    Remembered commands(LedgerConfig config) {
        return new Remembered("command", "received", config.commandsKept());
    }

    @Produces
    @ApplicationScoped
    SecretProvider secrets(VolumeConfig config) {
        return SecretProvider.ofFiles(config.secretsDir(), "hawser.volume.secrets-dir");
    }

    @Produces
    @Singleton
    @Startup
    AllowedEndpoints allowedEndpoints(VolumeConfig config) {
        return AllowedEndpoints.parse("hawser.volume.endpoints", config.endpoints());
    }
}
