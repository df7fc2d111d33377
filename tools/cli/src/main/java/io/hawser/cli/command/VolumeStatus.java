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
        super("volume");
    }

    @Override
    Optional<Volume> find(Session session, String name) {
        return session.volumes().volume(name);
    }

    @Override
    String text(String name, Volume found) {
        return VolumeText.status(found);
    }

    @Override
    String json(Volume found) {
        return ProtoJson.print(found);
    }
}
