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
            when this page and the tags differ; write it again with `mvn -pl libs/testkit -am test
            -Dtest=ScenariosPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.scenarios.regenerate=true`.

            The rows nomad-96 to 115 show calls of the client that no service makes yet, and nomad-128 to
            138 a call of node-agent that no assignment asks for yet. Tests without a tag cover most numbers that have
            no row. These are deliberately otherwise, or not offered:

            | number | why |
            |---|---|
            | nomad-W5 | both roles of a plugin have one name, so no look-up can use another |
            | nomad-W18 | a volume has one access mode for its life; a claim has none of its own |
            | nomad-W27 | volumes are not resized |
            | sanity-5, 16 to 21, 32, 39 to 56, 60 to 65, 90 to 95 | \
            the [host-path plugin](../tools/hostpath-plugin/README.md) does not offer it |
            | swarmkit-T72 to T76, T134 to T142 | to place tasks and to forget them is up to the orchestrator |
            | swarmkit-T81, T94, X-25 | secrets are found at each call: a volume may name one before \
            it exists, and who deletes it is not Hawser's |
            | swarmkit-X-13 | no time ends a node's attachment, only a fence ([ADR 24](adr/0024-no-detach-by-time.md)) |

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
