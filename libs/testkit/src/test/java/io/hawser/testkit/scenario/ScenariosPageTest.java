package io.hawser.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/scenarios.md} says what the tests' tags say. {@code -Dhawser.scenarios.regenerate=true} writes it again.
 */
class ScenariosPageTest {
    private static final Path PROJECT = Path.of("../..");
    private static final Path PAGE = PROJECT.resolve("docs/scenarios.md");

    @BeforeAll
    static void regenerate() throws IOException {
        if (Boolean.getBoolean("hawser.scenarios.regenerate")) {
            Files.writeString(PAGE, ScenariosPage.of(ScenariosPage.scenarios(PROJECT)));
        }
    }

    @Test
    void thePageNamesTheTestOfEveryScenario() throws IOException {
        // Given
        String page = Files.readString(PAGE);
        // When
        List<Scenario> scenarios = ScenariosPage.scenarios(PROJECT);
        // Then
        assertThat(scenarios).isNotEmpty();
        assertThat(page.lines())
                .containsExactlyElementsOf(ScenariosPage.of(scenarios).lines().toList());
    }

    @Test
    void tagsAndSentencesAreFoundWhereverTheyStand() {
        // Given
        String source = """
                /** @Tag("nomad-9") in prose is none. */
                class SomeTest {
                    @DisplayName("It holds, "
                            + "\\"always\\"")
                    @Test
                    @Tag("nomad-10")
                    @Tag("swarmkit-X-6")
                    @Tag("slow")
                    void whatever() {
                        // @Tag("nomad-11")
                        String text = "@Tag(\\"nomad-12\\") void not() {}";
                    }

                    @Test
                    @Tag("sanity-3")
                    void aVolumeIsMadeOnce() {}
                }
                """;
        // When
        List<Scenario> scenarios = TestSource.scenarios("a/src/test/java/SomeTest.java", source);
        // Then
        assertThat(scenarios)
                .containsExactly(
                        new Scenario("nomad-10", "It holds, \"always\"", "a/src/test/java/SomeTest.java"),
                        new Scenario("swarmkit-X-6", "It holds, \"always\"", "a/src/test/java/SomeTest.java"),
                        new Scenario("sanity-3", "A volume is made once", "a/src/test/java/SomeTest.java"));
    }

    @Test
    void numbersAreOrderedAsNumbers() {
        // Given
        List<Scenario> scenarios = List.of(
                new Scenario("nomad-10", "ten", "B.java"),
                new Scenario("swarmkit-X-2", "x", "B.java"),
                new Scenario("nomad-9", "nine", "B.java"),
                new Scenario("swarmkit-T4", "t", "B.java"));
        // When
        List<String> tags = scenarios.stream().sorted().map(Scenario::tag).toList();
        // Then
        assertThat(tags).containsExactly("nomad-9", "nomad-10", "swarmkit-T4", "swarmkit-X-2");
    }
}
