package io.hawser.cli.command;

import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about volumes.")
final class VolumeStatus extends StatusOfNamed<VolumeStatus.Found> {
    /** @param context only for machines */
    record Found(Volume volume, Map<String, String> context) {}

    VolumeStatus() {
        super(
                "volume",
                (_, found) -> VolumeText.status(found.volume()),
                found -> ProtoJson.print(found.volume(), "volumeContext", found.context()));
    }

    @Override
    Optional<Found> find(Session session, String name) {
        return session.volumes()
                .volume(name)
                .map(volume -> new Found(volume, json() ? session.volumes().context(name) : Map.of()));
    }
}
