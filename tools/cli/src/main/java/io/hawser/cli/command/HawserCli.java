package io.hawser.cli.command;

import io.hawser.bus.envelope.Origin;
import io.hawser.cli.argument.MountArgument;
import io.hawser.cli.argument.OwnedVolume;
import io.hawser.cli.dead.LetterName;
import io.hawser.cli.endpoint.MalformedAddressException;
import io.hawser.cli.endpoint.NoTokenException;
import io.hawser.cli.endpoint.UnknownEndpointException;
import io.hawser.cli.rest.ServiceRefusesException;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.text.Hints;
import io.hawser.cli.text.Output;
import io.hawser.cli.text.Selector;
import io.hawser.cli.text.Size;
import io.hawser.cli.topic.TopicUnreachableException;
import io.hawser.cli.topic.UnreadableRecordException;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.TaskMount;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The root of the command line. */
@Command(
        name = "./hawser",
        description = "Volumes, and what uses them.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        scope = CommandLine.ScopeType.INHERIT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:rejected, or no such thing",
            "2:wrong command line, or a malformed address",
            "3:written, but not carried out in time",
            "4:no answer of Kafka or a service; of status: not ready",
            "5:done, but what it printed could not be written",
            "70:a fault of this program, whose stack trace it prints"
        })
public final class HawserCli {
    private static final List<Class<?>> COMMANDS = List.of(
            VolumeCommands.class,
            TaskCommands.class,
            ServiceCommands.class,
            NetworkCommands.class,
            NodeCommands.class,
            PluginCommands.class,
            ResultCommand.class,
            EventsCommand.class,
            StatusCommand.class,
            RepublishCommand.class,
            AcceptTopicCommand.class,
            DeadLetterCommands.class,
            CompletionCommand.class);

    private final Map<String, String> environment;

    private HawserCli(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    Map<String, String> environment() {
        return environment;
    }

    /** The writer for messages that tell the user what to type next. */
    Hints hints(PrintWriter out) {
        String home = environment.getOrDefault("HAWSER_HOME", "");
        return new Hints(out, Hints.prefix(home, System.getProperty("hawser.project", "") + "/.hawser"));
    }

    /** A command line that reads its endpoints from this environment. */
    public static CommandLine commandLine(Map<String, String> environment) {
        return commandLine(environment, COMMANDS);
    }

    /** The same with only the command of these words: to read all commands takes longer than most commands. */
    public static CommandLine commandLine(Map<String, String> environment, String... words) {
        List<Class<?>> named = COMMANDS.stream()
                .filter(type -> words.length > 0 && type != CompletionCommand.class)
                .filter(type -> type.getAnnotation(Command.class).name().equals(words[0]))
                .toList();
        return commandLine(environment, named.isEmpty() ? COMMANDS : named);
    }

    private static CommandLine commandLine(Map<String, String> environment, List<Class<?>> commands) {
        CommandLine commandLine = new CommandLine(new HawserCli(environment));
        commands.forEach(commandLine::addSubcommand);
        commandLine.registerConverter(Output.class, saying(Output::parse));
        commandLine.registerConverter(Selector.class, saying(Selector::parse));
        commandLine.registerConverter(TaskMount.class, saying(MountArgument::parse));
        commandLine.registerConverter(ServiceVolume.class, saying(OwnedVolume::parse));
        commandLine.registerConverter(Origin.class, saying(LetterName::parse));
        commandLine.registerConverter(ByteCount.class, saying(ByteCount::parse));
        // Every number of this command line is a time to wait.
        commandLine.registerConverter(Duration.class, saying(HawserCli::seconds));
        commandLine.setExecutionExceptionHandler((failure, command, parsed) -> status(failure, command));
        commandLine.setExecutionStrategy(CommandLineErrors::run);
        commandLine.setParameterExceptionHandler((fault, arguments) -> CommandLineErrors.show(fault));
        return commandLine;
    }

    /** A size option's value. */
    record ByteCount(long bytes) {
        static ByteCount parse(String text) {
            long bytes = Size.parse(text);
            if (bytes == 0) {
                throw new IllegalArgumentException(
                        "'" + text + "' is no size: it must be above 0; without the option the plugin chooses");
            }
            return new ByteCount(bytes);
        }
    }

    private static Duration seconds(String text) {
        if (!text.matches("0*[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("'" + text + "' is no number of seconds from 1 to 999999999");
        }
        return Duration.ofSeconds(Long.parseLong(text));
    }

    private static <T> ITypeConverter<T> saying(ITypeConverter<T> parse) {
        return text -> {
            try {
                return parse.convert(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }

    /** A failure that the user can act on is one sentence; any other failure has a stack trace. */
    private static int status(Exception failure, CommandLine command) {
        ExitStatus status =
                switch (failure) {
                    case CommandFailedException failed -> failed.status();
                    case ServiceRefusesException ignored -> ExitStatus.REFUSED;
                    case UnreadableRecordException ignored -> ExitStatus.REFUSED;
                    case MalformedAddressException ignored -> ExitStatus.WRONG;
                    case UnknownEndpointException ignored -> ExitStatus.UNREACHABLE;
                    case ServiceUnreachableException ignored -> ExitStatus.UNREACHABLE;
                    case NoTokenException ignored -> ExitStatus.UNREACHABLE;
                    case TopicUnreachableException ignored -> ExitStatus.UNREACHABLE;
                    default -> ExitStatus.FAULT;
                };
        if (status == ExitStatus.FAULT) {
            failure.printStackTrace(command.getErr());
            return status.code();
        }
        HawserCli cli = (HawserCli) command.getCommandSpec().root().userObject();
        cli.hints(command.getErr()).println("hawser: " + failure.getMessage());
        return status.code();
    }
}
