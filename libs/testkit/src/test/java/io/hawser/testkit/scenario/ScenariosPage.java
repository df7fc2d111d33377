package io.hawser.testkit.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code docs/scenarios.md}, as the tests' tags say it should read. */
final class ScenariosPage {
    private static final String HEAD = """
            # Scenarios

            Which test shows which case of other projects: `nomad` and `swarmkit` for what those two orchestrators' own
            tests and code promise about CSI volumes, `sanity` for csi-sanity's. The numbers come from notes on those
            projects' sources, which are not part of this repository; they only tell the cases apart. A number is the
            test's JUnit tag, so `-Dgroups=nomad-40` runs it. Made from the tags by `ScenariosPageTest`, which fails
            when this page and the tags differ; write it anew with `mvn -pl libs/testkit -am test
            -Dtest=ScenariosPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.scenarios.regenerate=true`.

            | scenario | what the test shows | test |
            |---|---|---|
            """;

    private ScenariosPage() {}

    static String of(List<Scenario> scenarios) {
        return scenarios.stream()
                .sorted()
                .distinct()
                .map(ScenariosPage::row)
                .collect(Collectors.joining("\n", HEAD, "\n"));
    }

    private static String row(Scenario scenario) {
        return "| " + scenario.tag() + " | " + scenario.sentence().replace("|", "\\|") + " | [" + scenario.testClass()
                + "](../" + scenario.file() + ") |";
    }

    /** Every tagged test of the project. */
    static List<Scenario> scenarios(Path project) {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(project::relativize)
                    .filter(ScenariosPage::isTest)
                    .sorted()
                    .flatMap(file -> TestSource.scenarios(file.toString(), read(project.resolve(file))).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTest(Path file) {
        String path = "/" + file;
        return path.contains("/src/test/java/") && !path.contains("/target/");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
