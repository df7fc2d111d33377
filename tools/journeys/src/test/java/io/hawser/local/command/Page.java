package io.hawser.local.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the project, and what it tells its reader to type. */
record Page(Path path, String text) {
    private static final Path PROJECT = Path.of("../..");
    private static final String PROGRAM = "./hawser ";
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern INLINE = Pattern.compile("`\\./hawser ([^`]+)`");

    static Page of(String name) throws IOException {
        return new Page(Path.of(name), Files.readString(PROJECT.resolve(name)));
    }

    /** All pages for readers: not those that a build made. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(PROJECT, 4)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".md"))
                    .filter(path -> !path.toString().contains("/target/"))
                    .sorted()
                    .toList()) {
                pages.add(of(PROJECT.relativize(file).toString()));
            }
        }
        return pages;
    }

    /** The fenced blocks of this language. */
    List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The shell block in which this word stands. */
    String block(String word) {
        return blocks("sh").stream()
                .filter(block -> block.contains(word))
                .findFirst()
                .orElseThrow(() -> new AssertionError(path + " has no shell block with " + word));
    }

    /** The same without its calls of {@code ./hawser}. */
    String shell(String word) {
        return block(word).replaceAll("(?m)^\\./hawser .*\\R", "");
    }

    /** The calls of {@code ./hawser} in a shell block: what follows the program's name. */
    static List<String> commands(String block) {
        return block.lines()
                .filter(line -> line.startsWith(PROGRAM))
                .map(line -> line.substring(PROGRAM.length()))
                .toList();
    }

    /** The calls of {@code ./hawser} in all shell blocks and in the text. */
    List<String> commands() {
        List<String> found = new ArrayList<>();
        blocks("sh").forEach(block -> found.addAll(commands(block)));
        Matcher inline = INLINE.matcher(text);
        while (inline.find()) {
            found.add(inline.group(1).replace('\n', ' '));
        }
        return found;
    }

    /** What is typed in the blocks that show a terminal, with what is printed. */
    List<Typed> session() {
        return blocks("console").stream()
                .flatMap(block -> Stream.of(block.split("(?m)^\\$ ")).skip(1))
                .filter(typed -> typed.startsWith(PROGRAM))
                .map(Typed::parse)
                .toList();
    }
}
