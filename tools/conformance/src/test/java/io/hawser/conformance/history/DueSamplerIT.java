package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.SharedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Against the table as the ledger's own migrations make it. */
class DueSamplerIT {
    private static final Path MIGRATIONS = Path.of("../../libs/ledger/src/main/resources/db/ledger");

    @Test
    @DisplayName("What is due and left, and what fails and is put off each time, is seen after a minute")
    void seesWhatFails() throws Exception {
        // Given
        PostgresDatabase database = SharedPostgres.freshDatabase("due");
        try (Connection connection = database.connect();
                Stream<Path> files = Files.list(MIGRATIONS)) {
            for (Path file : files.sorted().toList()) {
                connection.createStatement().execute(Files.readString(file));
            }
            connection.createStatement().execute("""
                    insert into ledger_due (kind, key, due, failing_since) values
                      ('volume', 'later', now() + interval '1 hour', null),
                      ('volume', 'soon', now() - interval '10 seconds', null),
                      ('volume', 'left', now() - interval '61 seconds', null),
                      ('volume', 'fails', now() + interval '30 seconds', now() - interval '2 minutes'),
                      ('volume', 'failed-just-now', now() + interval '2 seconds', now())
                    """);
        }

        // When
        List<DueLook> looks;
        try (DueSampler sampler = new DueSampler(Map.of("service", database), Duration.ofSeconds(1))) {
            await().until(() -> !sampler.looks().isEmpty());
            looks = sampler.looks();
        }

        // Then
        assertThat(looks.getFirst().overdue())
                .extracting(DueLook.Overdue::key, DueLook.Overdue::failing)
                .containsExactly(tuple("fails", true), tuple("left", false));
    }
}
