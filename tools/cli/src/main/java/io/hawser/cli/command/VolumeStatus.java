package io.hawser.cli.command;

import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "status", description = "Shows everything about one volume.")
final class VolumeStatus extends HawserCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Override
    ExitStatus run(Session session) {
        Volume volume = session.volumes()
                .volume(name)
                .orElseThrow(() -> new CommandFailedException(
                        ExitStatus.REFUSED,
                        "no volume is called " + name + "; `./hawser volume list` shows which there are"));
        show(session, volume, VolumeText.status(volume).stripTrailing());
        return ExitStatus.DONE;
    }
}
