package io.hawser.testkit.shared;

import io.hawser.embedded.process.ProcessId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
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
                    long number = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
                    delete(folder, parent.resolve(ours(name) + number));
                }
            }
            return Files.createTempDirectory(parent, ours(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a scratch folder for " + name, e);
        }
    }

    private static String ours(String name) {
        return name + "-" + ProcessHandle.current().pid() + "-";
    }

    /** Several JVMs may clean up at the same time: the one that renames it deletes it. */
    private static void delete(Path leftover, Path claimed) throws IOException {
        try {
            Files.move(leftover, claimed, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return;
        }
        Utils.delete(claimed.toFile());
    }

    private static boolean isLeftover(String name, Path folder) {
        Matcher parts = NAME.matcher(folder.getFileName().toString());
        return parts.matches()
                && parts.group(1).equals(name)
                && ProcessId.running(Long.parseLong(parts.group(2))).isEmpty();
    }
}
