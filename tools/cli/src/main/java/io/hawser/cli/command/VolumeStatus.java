package io.hawser.cli.command;

import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about volumes.")
final class VolumeStatus extends StatusOfNamed<Volume> {
    VolumeStatus() {
        super("volume", (_, found) -> VolumeText.status(found), ProtoJson::print);
    }

    @Override
    Optional<Volume> find(Session session, String name) {
        return session.volumes().volume(name);
    }
}
