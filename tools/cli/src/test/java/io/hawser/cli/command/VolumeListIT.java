package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@code volume list} makes of pages, and of none. */
class VolumeListIT extends CommandLineFixture {
    @Test
    void listsForMachinesAreJson() throws Exception {
        // Given
        pagesOfVolumes();

        // When
        hawser("volume", "list", "--output", "json");

        // Then
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(out.toString());
        assertThat(json.findValuesAsText("name")).containsExactly("a", "b", "c");
    }

    @Test
    void listsForPeopleHaveTheLinesOfAllPagesUnderOneHeading() {
        // Given
        pagesOfVolumes();

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString().lines().map(line -> line.split(" ")[0])).containsExactly("NAME", "a", "b", "c");
    }

    @Test
    void anEmptyListSaysHowSomethingGetsThere() {
        // Given
        services.answer("/v1/volumes", "{\"items\":[]}");

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).matches("(?s)no volumes; `HAWSER_HOME=\\S+ \\./hawser volume create.*");
    }

    /** The page in the middle has none: those that it had are gone. */
    private void pagesOfVolumes() {
        services.answer("/v1/volumes", "{\"items\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"continue\":\"t1=\"}")
                .answer("/v1/volumes?limit=500&continue=t1=", "{\"items\":[],\"continue\":\"t2\"}")
                .answer("/v1/volumes?limit=500&continue=t2", "{\"items\":[{\"name\":\"c\"}]}");
    }

    @Test
    @DisplayName("a service that does not know what it is asked says so in its own words")
    void refusedByAService() {
        // Given
        services.answer("/v1/volumes", 400, """
                {"status":400,"detail":"fieldSelector: phse: there is no such field; there are name, phase"}""");

        // When
        int exit = hawser("volume", "list");

        // Then
        assertThat(exit).isEqualTo(1);
        assertThat(err.toString()).contains("volume-service refuses: fieldSelector: phse: there is no such field");
    }
}
