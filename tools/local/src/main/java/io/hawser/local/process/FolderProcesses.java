package io.hawser.local.process;

import io.hawser.embedded.process.ProcessId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The processes of a data folder according to the kernel, with or without a pid file: those started on it, their
 * children, and its PostgreSQL with all workers. Only for counting; {@link Orphans} can stop processes.
 */
public final class FolderProcesses {
    /** Names the data folder to every process started on it; children inherit it. */
    private static final String VARIABLE = "HAWSER_DATA_FOLDER";

    private static final int SHOWN = 300;

    private final Path home;
    private final Path postgres;

    /** @param postgres the database server's folder */
    public FolderProcesses(Path home, Path postgres) {
        this.home = home;
        this.postgres = postgres;
    }

    /** The same processes, with the mark by which they and their children are found. */
    public static List<ProcessSpec> marked(Path home, List<ProcessSpec> specs) {
        return specs.stream()
                .map(spec -> spec.with(Map.of(VARIABLE, home.toString())))
                .toList();
    }

    public List<ProcessId> running() {
        long us = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != us)
                .flatMap(each -> ProcessId.running(each.pid()).stream())
                .filter(this::isOfTheFolder)
                .toList();
    }

    private boolean isOfTheFolder(ProcessId process) {
        List<String> command = process.commandLine();
        // A worker of PostgreSQL overwrites its command line and environment with its title; its working folder is the
        // data folder.
        return command.contains(Orphans.mark(home))
                || command.stream().anyMatch(word -> word.contains(postgres + "/"))
                || environment(process).anyMatch((VARIABLE + "=" + home)::equals)
                || worksIn(process, postgres);
    }

    /** Empty if this process may not read it: then the process belongs to another user. */
    private static Stream<String> environment(ProcessId process) {
        try {
            byte[] all = Files.readAllBytes(proc(process).resolve("environ"));
            return Stream.of(new String(all, StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean worksIn(ProcessId process, Path folder) {
        try {
            return Files.readSymbolicLink(proc(process).resolve("cwd")).startsWith(folder);
        } catch (IOException e) {
            return false;
        }
    }

    private static Path proc(ProcessId process) {
        return Path.of("/proc", Long.toString(process.pid()));
    }

    /** The pid, and the beginning of the command line. */
    public static String shown(ProcessId process) {
        String command = String.join(" ", process.commandLine()).strip();
        return process.pid() + ": " + command.substring(0, Math.min(SHOWN, command.length()));
    }
}
