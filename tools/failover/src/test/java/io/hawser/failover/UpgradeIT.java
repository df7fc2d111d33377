package io.hawser.failover;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A rolling upgrade, and its way back: {@code ./hawser test-upgrade REVISION} builds the older version and names its
 * folder. Not part of
 * {@code ./hawser test}, which has one version only.
 */
@EnabledIfSystemProperty(named = "hawser.older", matches = ".+", disabledReason = "./hawser test-upgrade REVISION")
class UpgradeIT {
    private static final int MANY = 20;

    @Test
    @DisplayName("Replicas of two versions share the work, the older one goes, comes back on the newer schema: "
            + "each command is answered once")
    void anOlderReplicaGoesOn() throws Exception {
        Path older = Path.of(System.getProperty("hawser.older"), "volume-service", "target");
        try (Installation installation = Installation.shared("upgrade")) {
            // Given
            PackagedService before = installation.replica("0");
            PackagedService after = installation.replica("1");
            Installation.start(before, Map.of(), older);
            before.awaitReady();
            installation.awaitWorld();
            installation.create(volumes("older-alone"));

            // When
            Installation.start(after, Map.of());
            installation.create(volumes("while-it-migrates"));
            after.awaitReady();
            installation.create(volumes("both"));
            installation.awaitOnce();
            before.terminate();
            installation.create(volumes("newer-alone"));
            installation.awaitOnce();
            Installation.start(before, Map.of(), older);
            before.awaitReady();
            after.terminate();
            installation.create(volumes("back-on-the-older"));

            // Then
            installation.awaitOnce();
        }
    }

    private static List<String> volumes(String name) {
        return Installation.volumes(name, MANY);
    }
}
