package io.hawser.cli.command;

import io.hawser.cli.text.VolumeText;
import picocli.CommandLine.Command;

@Command(name = "list", description = "Shows all volumes.")
final class VolumeList extends HawserCommand {
    @Override
    ExitStatus run(Session session) {
        show(
                session,
                session.volumes().volumes(),
                VolumeText.table(),
                VolumeText::row,
                "no volumes; `./hawser volume create NAME --plugin PLUGIN` makes one");
        return ExitStatus.DONE;
    }
}
