package io.hawser.bench.machine;

import io.hawser.embedded.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The syncs of files that another JVM makes, by its flight recorder. */
public final class DiskSyncs {
    private static final String EVENT = "jdk.FileForce";
    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0">
              <event name="%s">
                <setting name="enabled">true</setting>
                <setting name="threshold">0 ms</setting>
                <setting name="stackTrace">false</setting>
              </event>
            </configuration>
            """.formatted(EVENT);

    private final long pid;
    private final Path recording;

    private DiskSyncs(long pid, Path recording) {
        this.pid = pid;
        this.recording = recording;
    }

    /** @param folder for files of the recorder */
    public static DiskSyncs record(long pid, Path folder) {
        Path settings = folder.resolve("syncs.jfc");
        try {
            Files.writeString(settings, SETTINGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        jcmd(pid, "JFR.start", "name=syncs", "settings=" + settings);
        return new DiskSyncs(pid, folder.resolve("syncs.jfr"));
    }

    public List<Duration> stop() {
        jcmd(pid, "JFR.stop", "name=syncs", "filename=" + recording);
        try {
            return RecordingFile.readAllEvents(recording).stream()
                    .filter(event -> event.getEventType().getName().equals(EVENT))
                    .map(RecordedEvent::getDuration)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the recording", e);
        }
    }

    private static void jcmd(long pid, String... words) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid)));
        command.addAll(List.of(words));
        Command.run(command.toArray(String[]::new));
    }
}
