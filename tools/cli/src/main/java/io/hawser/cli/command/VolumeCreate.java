package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.VolumeText;
import io.hawser.cli.text.Words;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "create",
        description = "Creates volumes, and waits until they are there.",
        footerHeading = RecordFile.FOOTER,
        footer = {
            "  name: data",
            "  spec:",
            "    plugin: hostpath.hawser",
            "    sharing: SHARING_ALL",
            "    mount: {}",
            "    capacity: {requiredBytes: 1073741824}"
        })
final class VolumeCreate extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lower case DNS label, 1 to 63 characters.")
    private List<String> names = List.of();

    @Mixin
    private RecordFile file;

    @Option(names = "--plugin", defaultValue = "", description = "As `./hawser plugin list` names it.")
    private String plugin;

    @Option(
            names = "--scope",
            defaultValue = "single-node",
            paramLabel = "single-node|multi-node",
            description = "Nodes that may have it at a time; default: single-node.")
    private String scope;

    @Option(
            names = "--sharing",
            defaultValue = "none",
            paramLabel = "none|read-only|one-writer|all",
            description = "Tasks that may have it at a time; none (default): one task.")
    private String sharing;

    @Option(names = "--size", paramLabel = "SIZE", description = "At least this much, such as 1GiB.")
    private HawserCli.@Nullable ByteCount size;

    @Option(names = "--param", paramLabel = "KEY=VALUE", description = "For the plugin; Hawser does not read it.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "For people and selectors.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--group", defaultValue = "", description = "Tasks may ask for group:NAME.")
    private String group;

    @Option(names = "--block", description = "A raw block device instead of a file system.")
    private boolean block;

    @Option(names = "--fs-type", defaultValue = "", description = "Such as ext4; the plugin's choice if not said.")
    private String fsType;

    @Option(
            names = "--mount-group",
            paramLabel = "GROUP",
            defaultValue = "",
            description = "Group of the files. A number, unless the plugin knows groups by name.")
    private String mountGroup;

    @Option(
            names = "--wait",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Waits until it is created (default), or only for the answer.")
    private boolean wait;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private Duration timeout;

    @Mixin
    private Known known;

    @Override
    ExitStatus run(Session session) {
        List<CreateVolume> commands = file.records(names, this::command, CreateVolume.getDefaultInstance());
        Set<String> checked = new HashSet<>();
        for (CreateVolume command : commands) {
            String named = command.getSpec().getPlugin();
            if (checked.add(named)) {
                about(commands.size() > 1, about(command), () -> known.plugin(session, named));
            }
        }
        // An address that is none must fail before anything is written.
        VolumeServiceClient volumes = session.volumes();
        Waiting waiting = session.waiting(timeout);
        Map<String, CreateVolume> sent = new LinkedHashMap<>();
        try (TopicWriter writer = session.writer()) {
            writeEach(
                    session,
                    commands,
                    "commands",
                    VolumeCreate::about,
                    command ->
                            sent.put(writer.write(HawserTopic.VOLUME_COMMANDS, command.getName(), command), command));
        }
        return each(
                session,
                sent.entrySet(),
                each -> about(each.getValue()),
                each -> await(session, volumes, waiting, each.getKey(), each.getValue()));
    }

    private static String about(CreateVolume command) {
        return "volume " + command.getName();
    }

    private ExitStatus await(
            Session session, VolumeServiceClient volumes, Waiting waiting, String id, CreateVolume command) {
        String name = command.getName();
        CommandResult answer = Answers.await(waiting, volumes, id);
        if (answer.hasRejected()) {
            return Rejections.show(this, session, answer);
        }
        if (!wait) {
            show(session, answer, "volume " + name + " " + Answers.sentence(answer) + " (command " + id + ")");
            return ExitStatus.DONE;
        }
        Volume created = waiting.until(
                "volume " + name + " to be created",
                () -> created(name, volumes.volume(name)),
                "it is still created when that is possible; `./hawser volume status " + name
                        + "` shows how far it is, and `./hawser volume remove " + name + "` takes it back");
        show(
                session,
                created,
                "volume " + name + " created on " + command.getSpec().getPlugin());
        return ExitStatus.DONE;
    }

    private static Look<Volume> created(String name, Optional<Volume> volume) {
        volume.flatMap(VolumeText::refusedCreation).ifPresent(reason -> {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "the plugin refuses to create volume " + name + ": " + reason + "; `./hawser volume remove " + name
                            + "` takes it back");
        });
        return Look.of(
                volume.filter(found -> found.getPhase() == VolumePhase.VOLUME_PHASE_CREATED),
                () -> volume.map(VolumeText::conditions).orElse(""));
    }

    private CreateVolume command(String name) {
        if (plugin.isEmpty()) {
            throw new IllegalArgumentException("--plugin is missing");
        }
        if (block && !fsType.isEmpty()) {
            throw new IllegalArgumentException("--block and --fs-type exclude each other");
        }
        if (block && !mountGroup.isEmpty()) {
            throw new IllegalArgumentException("--block and --mount-group exclude each other");
        }
        VolumeSpec.Builder spec = VolumeSpec.newBuilder()
                .setPlugin(plugin)
                .setGroup(group)
                .putAllLabels(labels)
                .setScope(Words.parse("--scope", scope, Scope.values()))
                .setSharing(Words.parse("--sharing", sharing, Sharing.values()))
                .putAllParameters(parameters);
        if (size != null) {
            spec.setCapacity(CapacityRange.newBuilder().setRequiredBytes(size.bytes()));
        }
        if (block) {
            spec.setBlock(BlockAccess.getDefaultInstance());
        } else {
            spec.setMount(MountAccess.newBuilder().setFsType(fsType).setVolumeMountGroup(mountGroup));
        }
        return CreateVolume.newBuilder().setName(name).setSpec(spec).build();
    }
}
