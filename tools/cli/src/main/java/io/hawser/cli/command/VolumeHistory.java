package io.hawser.cli.command;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code volume history}: also of volumes that are gone. */
@Command(name = "history", description = "Shows what happened to volumes in the last 7 days, removed ones included.")
final class VolumeHistory extends HistoryCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Override
    ExitStatus run(Session session) {
        Set<String> volumes = names.stream().map(name -> "volume/" + name).collect(Collectors.toSet());
        show(
                session,
                history(session, volumes, Instant.EPOCH),
                "nothing happened to " + String.join(", ", names) + " in the last 7 days");
        return ExitStatus.DONE;
    }
}
