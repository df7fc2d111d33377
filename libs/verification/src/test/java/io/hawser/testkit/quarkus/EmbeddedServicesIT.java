package io.hawser.testkit.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.shared.SharedPostgres;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class EmbeddedServicesIT {

    @Test
    void eachTestClassGetsAnEmptyClusterAndADatabaseOfItsOwn() throws Exception {
        // Given
        try (var admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic("left.by.another.class", 1, (short) 1)))
                    .all()
                    .get();
            String url = SharedPostgres.freshDatabase("Left by another class").jdbcUrl();
            // When
            Map<String, String> properties = new EmbeddedServices().start();
            // Then
            assertThat(admin.listTopics().names().get()).isEmpty();
            assertThat(properties)
                    .containsEntry("kafka.bootstrap.servers", SharedBroker.bootstrapServers())
                    .doesNotContainEntry("quarkus.datasource.jdbc.url", url);
            try (var connection = DriverManager.getConnection(
                    properties.get("quarkus.datasource.jdbc.url"),
                    properties.get("quarkus.datasource.username"),
                    properties.get("quarkus.datasource.password"))) {
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }

    @Test
    void prefixesDiffer() {
        // Given
        String first = SharedBroker.freshPrefix(EmbeddedServicesIT.class);
        // When
        String second = SharedBroker.freshPrefix(EmbeddedServicesIT.class);
        // Then
        assertThat(first).startsWith("embeddedservicesit-").endsWith(".").isNotEqualTo(second);
    }
}
