package io.hawser.cli.command;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.VolumeText;
import io.hawser.cli.text.Words;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.CommandResult;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes commands for volumes that Hawser does not have yet, and waits until it has them. */
abstract class NewVolume<M extends Message> extends HawserCommand {
    private final M type;
    private final String done;

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
            description = "Waits until it is there (default), or only for the answer.")
    private boolean wait;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private Duration timeout;

    @Mixin
    private Known known;

    /** @param done what the volume is at the end, such as {@code created} */
    NewVolume(M type, String done) {
        this.type = type;
        this.done = done;
    }

    /** As typed. */
    abstract List<String> names();

    abstract M command(String name, VolumeSpec.Builder spec);

    abstract String name(M command);

    abstract VolumeSpec spec(M command);

    /** What the plugin's refusal means; the plugin's words follow. */
    abstract String refused(String name);

    @Override
    String option(String field) {
        return field.startsWith("spec.") ? field.substring("spec.".length()) : field;
    }

    @Override
    final ExitStatus run(Session session) {
        List<M> commands = file.records(names(), name -> command(name, spec()), type);
        Set<String> checked = new HashSet<>();
        for (M command : commands) {
            String named = spec(command).getPlugin();
            if (checked.add(named)) {
                about(commands.size() > 1, about(command), () -> known.plugin(session, named));
            }
        }
        // An address that is none must fail before anything is written.
        VolumeServiceClient volumes = session.volumes();
        Waiting waiting = session.waiting(timeout);
        Map<String, M> sent = new LinkedHashMap<>();
        try (TopicWriter writer = session.writer()) {
            writeEach(
                    session,
                    commands,
                    "commands",
                    this::about,
                    command -> sent.put(writer.write(HawserTopic.VOLUME_COMMANDS, name(command), command), command));
        }
        return each(
                session,
                sent.entrySet(),
                each -> about(each.getValue()),
                each -> await(session, volumes, waiting, each.getKey(), each.getValue()));
    }

    private String about(M command) {
        return "volume " + name(command);
    }

    private ExitStatus await(Session session, VolumeServiceClient volumes, Waiting waiting, String id, M command) {
        String name = name(command);
        CommandResult answer = Answers.await(waiting, volumes, id);
        if (answer.hasRejected()) {
            return rejected(session, answer);
        }
        if (!wait) {
            show(session, answer, "volume " + name + " " + Answers.sentence(answer) + " (command " + id + ")");
            return ExitStatus.DONE;
        }
        Volume there = waiting.until(
                "volume " + name + " to be " + done,
                () -> there(name, volumes.volume(name)),
                "it is still " + done + " when that is possible; `./hawser volume status " + name
                        + "` shows how far it is, and `./hawser volume remove " + name + "` takes it back");
        show(
                session,
                there,
                "volume " + name + " " + done + " on " + spec(command).getPlugin());
        return ExitStatus.DONE;
    }

    private Look<Volume> there(String name, Optional<Volume> volume) {
        volume.flatMap(VolumeText::refusedCreation).ifPresent(reason -> {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    refused(name) + ": " + reason + "; `./hawser volume remove " + name + "` takes it back");
        });
        return Look.of(
                volume.filter(found -> found.getPhase() == VolumePhase.VOLUME_PHASE_CREATED),
                () -> volume.map(VolumeText::conditions).orElse(""));
    }

    private VolumeSpec.Builder spec() {
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
        return block
                ? spec.setBlock(BlockAccess.getDefaultInstance())
                : spec.setMount(MountAccess.newBuilder().setFsType(fsType).setVolumeMountGroup(mountGroup));
    }
}
