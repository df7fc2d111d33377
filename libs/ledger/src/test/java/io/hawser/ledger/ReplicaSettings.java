package io.hawser.ledger;

import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;

/** The settings of a replica, where no application reads them. */
public final class ReplicaSettings {
    private static final Map<String, String> NEEDED = Map.of(
            "hawser.ledger.service", "tested",
            "hawser.ledger.replica", "0",
            "hawser.ledger.topic-prefix", "hawser",
            "hawser.ledger.answers", "protobuf");

    private ReplicaSettings() {}

    /** Only those without a default. */
    public static LedgerConfig needed() {
        return with(Map.of());
    }

    /** @param more by full name */
    public static LedgerConfig with(Map<String, String> more) {
        SmallRyeConfigBuilder settings = new SmallRyeConfigBuilder()
                .withMapping(LedgerConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter());
        NEEDED.forEach(settings::withDefaultValue);
        more.forEach(settings::withDefaultValue);
        return settings.build().getConfigMapping(LedgerConfig.class);
    }
}
