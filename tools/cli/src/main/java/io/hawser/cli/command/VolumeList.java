package io.hawser.cli.command;

import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code volume list}. */
@Command(name = "list", description = "Shows all volumes.")
final class VolumeList extends HawserCommand {
    @Override
    ExitStatus run(Session session) {
        List<Volume> volumes = session.volumes().volumes();
        show(
                session,
                volumes,
                VolumeText.table(volumes),
                "no volumes; `./hawser volume create NAME --plugin PLUGIN` makes one");
        return ExitStatus.DONE;
    }
}
