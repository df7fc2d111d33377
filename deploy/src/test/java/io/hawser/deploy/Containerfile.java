package io.hawser.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recipe of the images. */
final class Containerfile {
    private static final Path FILE = Path.of("Containerfile");

    private Containerfile() {}

    /** What runs in a container; JSON in the file, which is YAML as well. */
    static List<String> entrypoint() {
        return instruction("ENTRYPOINT").stream()
                .map(words -> new Yaml(FILE.toString(), new org.yaml.snakeyaml.Yaml().load(words)))
                .findFirst()
                .orElseThrow()
                .texts();
    }

    /** What is copied into it: source and destination in one text. */
    static List<String> copied() {
        return instruction("COPY");
    }

    /** Who runs it. */
    static String user() {
        return instruction("USER").getFirst();
    }

    private static List<String> instruction(String name) {
        try {
            return Files.readAllLines(FILE).stream()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> line.substring(name.length() + 1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
