package io.hawser.cli.command;

import io.hawser.cli.rest.ProtoJson;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code events}: what happened, from the topic. */
@Command(name = "events", description = "Shows what happened in the last 7 days, oldest first.")
final class EventsCommand extends HistoryCommand {
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);
    private static final Pattern AGE = Pattern.compile("([0-9]{1,6})([smhd])");
    private static final Set<String> KINDS = Set.of("volume", "task", "node", "plugin", "service", "network");

    @Parameters(
            paramLabel = "KIND/NAME",
            arity = "0..*",
            description = "Only of these, such as volume/data or node/node-1; of all if none is named.")
    private List<String> entities = List.of();

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with what happens from now on, until Ctrl-C; in JSON, each event is a line.")
    private boolean follow;

    @Option(
            names = "--since",
            paramLabel = "AGE",
            description = "Only what was written in the last AGE, such as 90s, 15m, 6h or 2d.")
    private Optional<String> since = Optional.empty();

    @Override
    ExitStatus run(Session session) {
        for (String entity : entities) {
            String kind = entity.replaceFirst("/.*", "");
            if (!entity.contains("/") || !KINDS.contains(kind)) {
                throw wrong(new IllegalArgumentException(
                        "'" + entity + "' is no KIND/NAME; kinds are node, network, plugin, service, task and volume"));
            }
        }
        Set<String> wanted = new HashSet<>(entities);
        History history = history(session, wanted, since.map(this::ago).orElse(Instant.EPOCH));
        if (follow && json()) {
            history.events().forEach(event -> session.out().println(ProtoJson.line(event)));
        } else {
            show(session, history, "nothing happened in the last " + since.orElse("7 days"));
        }
        if (follow) {
            follow(session, history, wanted);
        }
        return ExitStatus.DONE;
    }

    private Instant ago(String age) {
        Matcher parts = AGE.matcher(age);
        if (!parts.matches()) {
            throw wrong(new IllegalArgumentException(
                    "--since: '" + age + "' is no age: write a number with s, m, h or d, such as 15m"));
        }
        return Instant.now()
                .minusSeconds(Long.parseLong(parts.group(1)) * Objects.requireNonNull(SECONDS.get(parts.group(2))));
    }
}
