package io.hawser.local.process;

import io.hawser.cli.endpoint.FolderId;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One file for each running process, so that the next command on the same data folder finds the process. A copy of the
 * data folder has none.
 */
record PidFiles(Path folder) {
    private static final String SUFFIX = ".pid";

    /**
     * The content of a file.
     *
     * @param order of the start; the last started is the first to stop
     */
    record Entry(int order, String name, ProcessId id, Signal stop) {
        static final Comparator<Entry> LAST_STARTED_FIRST =
                Comparator.comparingInt(Entry::order).reversed();

        String text() {
            return order + "\n" + id + "\n" + stop + "\n";
        }

        /** Empty for a file that a crash left half-written, or that is not Hawser's. */
        static Optional<Entry> parse(String name, String text) {
            List<String> lines = text.lines().toList();
            try {
                return lines.size() >= 3
                        ? ProcessId.fromText(lines.get(1))
                                .map(id -> new Entry(
                                        Integer.parseInt(lines.getFirst()), name, id, Signal.valueOf(lines.get(2))))
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    void write(Entry entry) {
        Path file = file(entry.name());
        try {
            Path unfinished = Files.writeString(
                    file.resolveSibling(entry.name() + ".unfinished"), entry.text() + FolderId.of(folder) + "\n");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    void delete(String name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the pid file of " + name, e);
        }
    }

    /** All entries, running or not. */
    List<Entry> read() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .flatMap(file -> parse(file, FolderId.of(folder)).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the pid files in " + folder, e);
        }
    }

    /** A copied file names the folder that it was copied from: its process is not ours. */
    private static Optional<Entry> parse(Path file, String folder) {
        String fileName = file.getFileName().toString();
        try {
            String text = Files.readString(file);
            return text.lines().skip(3).allMatch(folder::equals)
                    ? Entry.parse(fileName.substring(0, fileName.length() - SUFFIX.length()), text)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path file(String name) {
        return folder.resolve(name + SUFFIX);
    }
}
