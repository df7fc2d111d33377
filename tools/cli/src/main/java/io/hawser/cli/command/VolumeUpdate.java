package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.Words;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeAvailability;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code volume update}. UpdateVolume replaces all labels, so this reads the present ones and changes them. If somebody
 * else changes them meanwhile, volume-service rejects the UpdateVolume, and this reads and writes again.
 */
@Command(name = "update", description = "Changes a volume's labels or availability; nothing else can change.")
final class VolumeUpdate extends HawserCommand {
    private static final int MOST_AGAIN = 5;

    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "Sets a label. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--remove-label", paramLabel = "KEY", description = "Removes a label. May be repeated.")
    private List<String> removed = List.of();

    @Option(
            names = "--availability",
            defaultValue = "",
            paramLabel = "active|pause|drain",
            description = "active; pause (no new claims); drain (and tasks that hold it are asked to end).")
    private String availability;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private Duration timeout;

    @Override
    ExitStatus run(Session session) {
        if (labels.isEmpty() && removed.isEmpty() && availability.isEmpty()) {
            throw wrong(
                    new IllegalArgumentException("no change is given: add --label, --remove-label or --availability"));
        }
        CommandResult answer = update(session);
        for (int again = 0; again < MOST_AGAIN && isOvertaken(answer); again++) {
            answer = update(session);
        }
        if (answer.hasRejected()) {
            return rejected(session, answer);
        }
        show(session, answer, "volume " + name + " updated");
        return ExitStatus.DONE;
    }

    private CommandResult update(Session session) {
        VolumeServiceClient volumes = session.volumes();
        Volume volume = volumes.volume(name).orElseThrow(() -> unknown("volume", name));
        removed.stream()
                .filter(label -> !volume.getSpec().containsLabels(label))
                .findFirst()
                .ifPresent(label -> {
                    throw new CommandFailedException(
                            ExitStatus.REFUSED,
                            "nothing is written, because volume " + name + " has no label " + label);
                });
        UpdateVolume command = command(volume);
        String id;
        try (TopicWriter writer = session.writer()) {
            id = writer.write(HawserTopic.VOLUME_COMMANDS, name, command);
        }
        return Answers.await(session.waiting(timeout), volumes, id);
    }

    private static boolean isOvertaken(CommandResult answer) {
        return answer.getRejected().getField().startsWith("expected.");
    }

    private UpdateVolume command(Volume volume) {
        Map<String, String> wanted = new LinkedHashMap<>(volume.getSpec().getLabelsMap());
        removed.forEach(wanted::remove);
        wanted.putAll(labels);
        try {
            return UpdateVolume.newBuilder()
                    .setName(name)
                    .setUid(volume.getUid())
                    .setExpected(UpdateVolume.Expected.newBuilder()
                            .putAllLabels(volume.getSpec().getLabelsMap())
                            .setAvailability(volume.getSpec().getAvailability()))
                    .putAllLabels(wanted)
                    .setAvailability(
                            availability.isEmpty()
                                    ? volume.getSpec().getAvailability()
                                    : Words.parse("--availability", availability, VolumeAvailability.values()))
                    .build();
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }
}
