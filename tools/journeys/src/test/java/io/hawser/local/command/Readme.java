package io.hawser.local.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What README tells a newcomer to type. */
final class Readme {
    private Readme() {}

    /** The shell block in which this word stands, without the calls of {@code ./hawser} in it. */
    static String shell(String word) throws IOException {
        return block(word).replaceAll("(?m)^\\./hawser .*\\R", "");
    }

    /** The calls of {@code ./hawser} in the shell block in which this word stands: what follows the program's name. */
    static List<String> commands(String word) throws IOException {
        return block(word)
                .lines()
                .filter(line -> line.startsWith("./hawser "))
                .map(line -> line.substring("./hawser ".length()))
                .toList();
    }

    private static String block(String word) throws IOException {
        String page = Files.readString(Path.of("../../README.md"));
        return Arrays.stream(page.split("```"))
                .filter(block -> block.startsWith("sh\n") && block.contains(word))
                .findFirst()
                .map(block -> block.substring("sh\n".length()))
                .orElseThrow(() -> new AssertionError("README has no shell block with " + word));
    }
}
