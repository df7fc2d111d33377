package io.hawser.testkit.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordBaselineTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("A release has the statements that its service sends, and not those of its migrations")
    void withoutTheMigrations() throws IOException {
        // Given
        Files.writeString(folder.resolve("log.json"), """
                {"dbname":"s","message":"execute S_2: update claim set awaits = (\\n  select 1\\n) where old"}
                {"dbname":"s","message":"execute S_1: select 1\\nfrom claim"}
                {"dbname":"s","message":"statement: create table claim ()"}
                """);
        Path migrations = Files.createDirectory(folder.resolve("migrations"));
        Files.writeString(migrations.resolve("V1__claims.sql"), """
                -- What they wait for; not more.
                update claim set awaits = (
                  select 1
                ) where old;
                alter table claim drop column old;
                """);

        // When
        Map<String, Set<String>> logged = RecordBaseline.statements(folder);
        Set<String> sent = RecordBaseline.withoutMigrations(logged.get("s"), List.of(migrations));

        // Then
        assertThat(logged.get("s")).hasSize(2);
        assertThat(sent).containsExactly("select 1 from claim");
    }
}
