package io.hawser.volume.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.SharedPostgres;
import io.hawser.volume.lifecycle.db.VolumeRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EntityGaugesIT {
    private static final List<Boolean> BOTH = List.of(false, true);

    @Test
    @DisplayName("The gauge of volumes calls created what a decision does: a registered volume once it is confirmed")
    void phases() throws Exception {
        PostgresDatabase database = SharedPostgres.freshDatabase("gauges");
        try (Connection connection = SharedPostgres.connect(database.name());
                Statement sql = connection.createStatement()) {
            for (boolean removal : BOTH) {
                for (boolean created : BOTH) {
                    for (boolean attempted : BOTH) {
                        for (boolean uncertain : BOTH) {
                            // Given
                            VolumeRow row = new VolumeRow();
                            row.removal = removal;
                            row.created = created;
                            row.createAttempted = attempted;
                            row.uncertain = uncertain;

                            // When
                            String phase = phase(sql, row);

                            // Then
                            assertThat(phase)
                                    .as("%s %s %s %s", removal, created, attempted, uncertain)
                                    .isEqualTo(removal ? "removing" : row.isProvisioned() ? "created" : "creating");
                        }
                    }
                }
            }
        }
    }

    /** Of a table with this row only. */
    private static String phase(Statement sql, VolumeRow row) throws Exception {
        try (ResultSet counted = sql.executeQuery(
                "with volume (removal, created, create_attempted, uncertain) as (values (%s, %s, %s, %s)) %s"
                        .formatted(
                                row.removal, row.created, row.createAttempted, row.uncertain, EntityGauges.VOLUMES))) {
            counted.next();
            return counted.getString(1);
        }
    }
}
