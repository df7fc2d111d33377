package io.hawser.cli.command;

import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.text.Selector;
import io.hawser.cli.text.VolumeText;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        aliases = {"ls", "get"},
        description = "Shows volumes, one line each.")
final class VolumeList extends ListCommand<Volume> {
    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "Only those whose labels match, such as tier=hot or tier!=hot.")
    private @Nullable Selector selector;

    VolumeList() {
        super(
                "volume",
                Volume::getName,
                ProtoJson::print,
                VolumeText::table,
                (table, volume) -> VolumeText.row(table, volume, Instant.now()));
    }

    @Override
    Stream<Volume> all(Session session) {
        Selector wanted = selector == null ? Selector.ALL : selector;
        return session.volumes()
                .volumes()
                .filter(volume -> wanted.matches(volume.getSpec().getLabelsMap()));
    }

    @Override
    String none() {
        return selector == null
                ? "no volumes; `./hawser volume create NAME --plugin PLUGIN` makes one"
                : "no volume has such labels";
    }
}
