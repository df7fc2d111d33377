package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IntakeTopicsTest {
    private static final String TOPICS = "mp.messaging.incoming.intake.topics";

    @Test
    @DisplayName(
            "A service's intake reads the topics that the catalogue says it reads, under the installation's prefix")
    void fromTheCatalogue() {
        assertThat(with("hawser.service", "deallocator-service", "hawser.topics.prefix", "blue")
                        .getValues(TOPICS, String.class))
                .containsExactlyInAnyOrder("blue.tasks", "blue.services", "blue.networks", "blue.volumes");
    }

    @Test
    @DisplayName("A setting of the service or its operator wins; a service that is not in the catalogue has to set it")
    void aSettingWins() {
        assertThat(with("hawser.service", "deallocator-service", TOPICS, "mine").getValues(TOPICS, String.class))
                .containsExactly("mine");
        assertThat(with("hawser.service", "ledger-test", "a", "b").getOptionalValue(TOPICS, String.class))
                .isEmpty();
    }

    /** With the ordinal of a service's own file. */
    private static SmallRyeConfig with(String name, String value, String other, String otherValue) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredSources()
                .withSources(new PropertiesConfigSource(Map.of(name, value, other, otherValue), "test", 250))
                .build();
    }
}
