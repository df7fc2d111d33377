package io.hawser.run;

import io.hawser.csi.CsiClient;
import io.hawser.files.FileErrors;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hawser plugin run}: runs until a signal ends it. */
@Command(
        name = "./hawser plugin run",
        mixinStandardHelpOptions = true,
        description = "Keeps the process of a CSI plugin running, with CSI_ENDPOINT set to NAME/csi.sock in the plugins"
                + " folder. It is started again, after growing pauses, when it ends or does not answer well after its"
                + " start. SIGTERM ends this command and the process.",
        footer = "$(CSI_ENDPOINT) in an argument of COMMAND stands for the endpoint.")
public final class Main implements Callable<Integer> {
    private static final String USUAL_FOLDER = "/var/lib/hawser/plugins";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The plugin's folder below the plugins folder.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "Program and arguments, after --.")
    private List<String> command = List.of();

    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "The folder in which node-agent looks for plugins (default: HAWSER_PLUGIN_DIR, or "
                    + USUAL_FOLDER + ").")
    private Optional<Path> plugins = Optional.empty();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "The process's output is appended to it (default: plugin.log in the plugin's folder). At a"
                    + " start, a log above 10 MiB becomes FILE.1.")
    private Optional<Path> log = Optional.empty();

    @Option(
            names = "--health-timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long the process may take to its first good answer (default: ${DEFAULT-VALUE}).")
    private long healthTimeout;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "The time between two looks at a healthy plugin (default: ${DEFAULT-VALUE}).")
    private long interval;

    @Option(
            names = "--stop-timeout",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How long the process may take to end after SIGTERM, before it is killed (default:"
                    + " ${DEFAULT-VALUE}).")
    private long stopTimeout;

    public static void main(String[] args) {
        // gRPC and Netty would write a line for each plugin that is not there yet.
        Logger.getLogger("").setLevel(Level.OFF);
        System.exit(commandLine().execute(args));
    }

    public static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler((fault, arguments) -> {
                    CommandLine command = fault.getCommandLine();
                    command.getErr()
                            .println("hawser: " + fault.getMessage() + "; `" + command.getCommandName()
                                    + " --help` shows what is right");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr()
                            .println("hawser: "
                                    + (failure instanceof UncheckedIOException file
                                            ? FileErrors.sentence(file)
                                            : failure.getMessage()));
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    @Override
    public Integer call() throws IOException {
        Map<String, String> environment = System.getenv();
        PluginFiles files;
        Timing timing;
        try {
            files = PluginFiles.of(
                    name,
                    plugins.orElseGet(() -> Path.of(environment.getOrDefault("HAWSER_PLUGIN_DIR", USUAL_FOLDER))),
                    Optional.ofNullable(environment.get("CSI_ENDPOINT")).filter(text -> !text.isBlank()),
                    log);
            timing = Timing.of(Duration.ofSeconds(healthTimeout), Duration.ofSeconds(interval));
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
        try (FileChannel taken = files.take();
                CsiClient client = CsiClient.create(new SimpleMeterRegistry())) {
            Runner runner = new Runner(files, command, timing, Duration.ofSeconds(stopTimeout), client, this::say);
            Runtime.getRuntime().addShutdownHook(new Thread(runner::stop, "stop"));
            runner.run();
        }
        return CommandLine.ExitCode.OK;
    }

    private void say(String what) {
        spec.commandLine().getErr().println("plugin " + name + " " + what);
        spec.commandLine().getErr().flush();
    }
}
