package io.hawser.local.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.command.HawserCli;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.embedded.process.ProcessId;
import io.hawser.local.layout.LocalLayout;
import io.hawser.mounts.MountTable;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** One copy of Hawser on a data folder of its own, as who types its commands sees it. */
final class Copy implements AutoCloseable {
    /** How many run: broker, PostgreSQL, the services with a database, and a plugin and an agent for each node. */
    static final int PROCESSES = 2
            + HawserService.namesWithDatabase().size()
            + 2 * LocalLayout.nodeNames().size();

    private final Path home;
    private final Programs programs;

    /**
     * @param name of the scratch folder; what runs and is mounted there goes with this JVM, even if a test is
     *     interrupted
     */
    Copy(String name) {
        Path folder = ScratchFolder.create(name);
        this.home = folder.resolve("home");
        this.programs = new Programs(home, folder.resolve("said.log"));
        Runtime.getRuntime().addShutdownHook(new Thread(this::purge));
    }

    /** What a command printed, and how it ended. */
    record Said(int exit, String out, String err) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + out, e);
            }
        }

        /** The cells of the table's line that begins with this cell. */
        Optional<List<String>> row(String first) {
            return out.lines()
                    .map(line -> Arrays.asList(line.split(" {2,}")))
                    .filter(cells -> cells.getFirst().equals(first))
                    .findFirst();
        }

        @Override
        public String toString() {
            return "exit " + exit + "\n" + out + err;
        }
    }

    Path home() {
        return home;
    }

    /** {@code demo}, {@code up} and {@code down}. */
    Programs programs() {
        return programs;
    }

    /**
     * Any other command of {@code ./hawser}, as it is typed: words and blanks. One that waits half a minute unless it
     * says otherwise is given longer, because the copy's processes start beside it.
     */
    Said hawser(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = HawserCli.commandLine(Map.of("HAWSER_HOME", home.toString()));
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        int exit = commandLine.execute((line + (waits(line) ? " --timeout 120" : "")).split(" "));
        return new Said(exit, out.toString(), err.toString());
    }

    private static boolean waits(String line) {
        return line.matches("(volume (create|register|update|remove)|(network|service) create) .*")
                && !line.matches(".* --(timeout|no-wait)( .*)?");
    }

    /** What somebody types in the project's folder, whose data folder is this copy's. */
    Said shell(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script)
                .directory(Programs.PROJECT.toFile())
                .redirectErrorStream(true);
        String java = Path.of(System.getProperty("java.home"), "bin") + ":";
        builder.environment().put("HAWSER_HOME", home.toString());
        builder.environment().merge("PATH", java, (path, first) -> first + path);
        Process shell = builder.start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(shell.waitFor(), said, "");
    }

    /** Writes as an orchestrator that has no command for it. @return the command id */
    String write(HawserTopic topic, String key, Message message) {
        String bootstrapServers =
                Endpoints.find(Map.of("HAWSER_HOME", home.toString())).bootstrapServers();
        try (var writer = new TopicWriter(bootstrapServers, TopicNames.DEFAULT, "test", Clock.systemUTC())) {
            return writer.write(topic, key, message);
        }
    }

    /** What is mounted below the data folder. */
    List<Path> mounts() {
        return MountTable.read().pointsBelow(home);
    }

    /** The command lines of the processes that work on the data folder. */
    List<String> processes() {
        return ProcessHandle.allProcesses()
                .flatMap(each -> ProcessId.running(each.pid()).stream())
                .map(id -> String.join(" ", id.commandLine()))
                .filter(line -> line.contains(home.toString()))
                .toList();
    }

    /** Whatever a test left. */
    @Override
    public void close() {
        purge();
    }

    private void purge() {
        try {
            if (Files.exists(home)) {
                programs.run("down", "--purge");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while purging " + home, e);
        }
    }
}
