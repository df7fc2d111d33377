package io.hawser.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/** Folders below the module's {@code target}, for the data of one test run. */
public final class ScratchFolder {
    private static final Pattern NAME = Pattern.compile("(.+)-(\\d+)-\\d+");

    private ScratchFolder() {}

    /** A new, empty folder. It stays for a look afterwards, until a later run asks for one of the same name. */
    public static Path create(String name) {
        try {
            Path parent = Files.createDirectories(Path.of("target", "testkit").toAbsolutePath());
            try (Stream<Path> folders = Files.list(parent)) {
                List<Path> old =
                        folders.filter(folder -> isLeftover(name, folder)).toList();
                for (Path folder : old) {
                    Utils.delete(folder.toFile());
                }
            }
            return Files.createTempDirectory(
                    parent, name + "-" + ProcessHandle.current().pid() + "-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a scratch folder for " + name, e);
        }
    }

    private static boolean isLeftover(String name, Path folder) {
        Matcher parts = NAME.matcher(folder.getFileName().toString());
        return parts.matches()
                && parts.group(1).equals(name)
                && ProcessId.running(Long.parseLong(parts.group(2))).isEmpty();
    }
}
