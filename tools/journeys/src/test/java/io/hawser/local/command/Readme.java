package io.hawser.local.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What README tells a newcomer to type. */
final class Readme {
    private Readme() {}

    /** The command of the shell block in which this word stands, without the calls of {@code ./hawser} below it. */
    static String block(String word) throws IOException {
        String page = Files.readString(Path.of("../../README.md"));
        return Arrays.stream(page.split("```"))
                .filter(block -> block.startsWith("sh\n") && block.contains(word))
                .findFirst()
                .map(block -> block.substring("sh\n".length()).replaceAll("(?m)^\\./hawser .*\\R", ""))
                .orElseThrow(() -> new AssertionError("README has no shell block with " + word));
    }
}
