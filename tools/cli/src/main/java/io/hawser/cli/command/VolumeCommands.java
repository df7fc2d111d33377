package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.ProtoJson;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.Selector;
import io.hawser.cli.text.VolumeText;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "volume",
        description = "Creates, registers, shows, changes and removes volumes.",
        subcommands = {
            VolumeCreate.class,
            VolumeRegister.class,
            VolumeCommands.ListAll.class,
            VolumeCommands.Status.class,
            VolumeCommands.History.class,
            VolumeUpdate.class,
            VolumeRemove.class,
            VolumeCommands.Forget.class
        })
final class VolumeCommands {
    @Command(
            name = "list",
            aliases = {"ls", "get"},
            description = "Shows volumes, one line each.")
    static final class ListAll extends ListCommand<Volume> {
        @Option(
                names = {"-l", "--selector"},
                paramLabel = "SELECTOR",
                description = "Only those whose labels match, such as tier=hot or tier!=hot.")
        private @Nullable Selector selector;

        ListAll() {
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

    @Command(
            name = "status",
            aliases = {"describe", "inspect"},
            description = "Shows everything about volumes.")
    static final class Status extends StatusOfNamed<Status.Found> {
        /** @param context only for machines */
        record Found(Volume volume, Map<String, String> context) {}

        Status() {
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

    /** {@code volume history}: also of volumes that are gone. */
    @Command(
            name = "history",
            description = "Shows what happened to volumes in the last 7 days, removed ones included.")
    static final class History extends HistoryCommand {
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

    @Command(
            name = "forget-mount",
            description =
                    "Says what was done by hand for a volume whose plugin does not do it: it was unmounted, which the"
                            + " node checks; or, with --detached, it was detached at the storage system, which nothing"
                            + " checks.")
    static final class Forget extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(names = "--node", required = true, paramLabel = "NODE", description = "Where it was.")
        private String node;

        @Option(
                names = "--detached",
                description =
                        "It was detached from NODE at the storage system, because the plugin refuses to detach it. If"
                                + " that is not true, two nodes may write to it.")
        private boolean detached;

        @Option(
                names = "--timeout",
                defaultValue = "30",
                paramLabel = "SECONDS",
                description = "How long; 30 by default.")
        private Duration timeout;

        @Override
        ExitStatus run(Session session) {
            // An address that is none must fail before anything is written.
            VolumeServiceClient volumes = session.volumes();
            String id;
            try (TopicWriter writer = session.writer()) {
                id = writer.write(
                        HawserTopic.VOLUME_COMMANDS,
                        name,
                        ForgetMount.newBuilder()
                                .setName(name)
                                .setNode(node)
                                .setDetached(detached)
                                .build());
            }
            CommandResult answer = Answers.await(session.waiting(timeout), volumes, id);
            if (answer.hasRejected()) {
                return rejected(session, answer);
            }
            show(
                    session,
                    answer,
                    "volume " + name + " on node " + node + ": " + Answers.sentence(answer) + " (command " + id + ")");
            return ExitStatus.DONE;
        }
    }
}
