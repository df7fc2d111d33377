package io.hawser.strict.history;

import io.hawser.strict.call.Rpc;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps events in the order in which they happened. Not thread-safe. */
public final class Journal implements Closeable {

    private final List<Event> kept = new ArrayList<>();
    private final Map<Rpc, Long> calls = new EnumMap<>(Rpc.class);
    private final boolean keep;
    private final Optional<BufferedWriter> file;

    /**
     * @param keep whether events stay in memory; a bench turns this off
     * @param file lines of JSON are appended here and flushed one by one
     * @throws UncheckedIOException if the file cannot be opened
     */
    public Journal(boolean keep, Optional<Path> file) {
        this.keep = keep;
        this.file = file.map(Journal::open);
    }

    public void note(Event event) {
        if (event instanceof Event.CallArrived(var call)) {
            calls.merge(call.rpc(), 1L, Long::sum);
        }
        if (keep) {
            kept.add(event);
        }
        file.ifPresent(writer -> write(writer, EventJson.line(event)));
    }

    public List<Event> events() {
        return List.copyOf(kept);
    }

    /** The number of calls that arrived, even if events are not kept. */
    public Map<Rpc, Long> calls() {
        return Map.copyOf(calls);
    }

    /** Forgets events and counts in memory; the file stays. */
    public void clear() {
        kept.clear();
        calls.clear();
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    private static BufferedWriter open(Path path) {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            return Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(BufferedWriter writer, String line) {
        try {
            writer.write(line);
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
