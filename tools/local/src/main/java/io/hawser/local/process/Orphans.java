package io.hawser.local.process;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The processes of a data folder that have no supervisor: from a detached start, or from a run that was killed. */
public final class Orphans {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final PidFiles pidFiles;
    private final Path home;

    public Orphans(Path runFolder, Path home) {
        this.pidFiles = new PidFiles(runFolder);
        this.home = home;
    }

    /** The JVM option that names the data folder of a process. */
    public static String mark(Path home) {
        return "-Dhawser.home=" + home;
    }

    /** The names of the running processes, in the order in which they are stopped. */
    public List<String> running() {
        return Stream.concat(
                        known().stream().map(PidFiles.Entry::name),
                        unknown().stream().map(id -> "process " + id.pid()))
                .toList();
    }

    /**
     * Stops all these processes, the last started first, and deletes their pid files.
     *
     * @param progress gets each name before it is stopped
     * @return how many there were
     */
    public int stop(Consumer<String> progress) {
        List<PidFiles.Entry> known = known();
        for (PidFiles.Entry each : known) {
            progress.accept(each.name());
            ChildProcess.stop(each.id(), each.stop(), STOP_WITHIN);
        }
        List<ProcessId> unknown = unknown();
        for (ProcessId each : unknown) {
            progress.accept("process " + each.pid());
            ChildProcess.stop(each, Signal.TERM, STOP_WITHIN);
        }
        pidFiles.read().forEach(each -> pidFiles.delete(each.name()));
        return known.size() + unknown.size();
    }

    private List<PidFiles.Entry> known() {
        return pidFiles.read().stream()
                .filter(each -> each.id().alive())
                .sorted(PidFiles.Entry.LAST_STARTED_FIRST)
                .toList();
    }

    /** Processes whose supervisor was killed before it wrote the pid file. */
    private List<ProcessId> unknown() {
        List<ProcessId> known = known().stream().map(PidFiles.Entry::id).toList();
        long us = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != us)
                .flatMap(each -> ProcessId.running(each.pid()).stream())
                .filter(each -> each.commandLine().contains(mark(home)))
                .filter(each -> !known.contains(each))
                .toList();
    }
}
