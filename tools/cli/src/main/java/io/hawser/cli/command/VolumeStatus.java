package io.hawser.cli.command;

import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about volumes.")
final class VolumeStatus extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Override
    ExitStatus run(Session session) {
        for (String name : names) {
            Volume volume = session.volumes().volume(name).orElseThrow(() -> unknown("volume", name));
            show(session, volume, VolumeText.status(volume).stripTrailing());
        }
        return ExitStatus.DONE;
    }
}
