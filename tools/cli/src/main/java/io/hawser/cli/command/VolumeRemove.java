package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.CommandAnswer;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.VolumeText;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Volume;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        aliases = {"rm", "delete"},
        description = "Deletes volumes with their data at the storage system, once nothing uses them. It cannot be"
                + " undone. The data of a registered volume stay.")
final class VolumeRemove extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Option(
            names = "--force",
            description = "Forgets the volume and keeps its data, after the nodes were asked to unmount it.")
    private boolean force;

    @Option(names = "--only-if-unused", description = "Is rejected instead of waiting while something holds it.")
    private boolean onlyIfUnused;

    @Option(names = "--wait", description = "Waits until it is gone, not only for the answer.")
    private boolean wait;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private Duration timeout;

    private record Sent(RemoveVolume command, String id) {}

    @Override
    ExitStatus run(Session session) {
        // An address that is none must fail before anything is written.
        VolumeServiceClient volumes = session.volumes();
        Waiting waiting = session.waiting(timeout);
        Map<String, Sent> sent = new LinkedHashMap<>();
        try (TopicWriter writer = session.writer()) {
            writeEach(session, names, "commands", name -> "volume " + name, name -> {
                RemoveVolume command = command(volumes, name);
                sent.put(name, new Sent(command, writer.write(HawserTopic.VOLUME_COMMANDS, name, command)));
            });
        }
        return each(
                session,
                sent.values(),
                each -> "volume " + each.command().getName(),
                each -> await(session, volumes, waiting, each.command(), each.id()));
    }

    /** With the volume's uid, as far as it can be read: a later volume of this name is not meant. */
    private RemoveVolume command(VolumeServiceClient volumes, String name) {
        RemoveVolume.Builder command =
                RemoveVolume.newBuilder().setName(name).setForce(force).setOnlyIfUnused(onlyIfUnused);
        try {
            volumes.volume(name).map(Volume::getUid).ifPresent(command::setUid);
        } catch (ServiceUnreachableException e) {
            // Kafka takes the command without the service.
        }
        return command.build();
    }

    private static boolean isMeant(RemoveVolume command, Volume volume) {
        return command.getUid().isEmpty() || command.getUid().equals(volume.getUid());
    }

    private ExitStatus await(
            Session session, VolumeServiceClient volumes, Waiting waiting, RemoveVolume command, String id) {
        String name = command.getName();
        CommandResult answer = Answers.await(waiting, volumes, id);
        if (answer.hasRejected()) {
            return rejected(session, answer);
        }
        if (wait) {
            waiting.until(
                    "volume " + name + " to be removed",
                    () -> Look.gone(
                            volumes.volume(name).filter(volume -> isMeant(command, volume)), VolumeText::conditions),
                    "the removal goes on and cannot be taken back; `./hawser volume status " + name
                            + "` shows who holds it");
            // It says where a volume that was forgotten may still be attached.
            answer = volumes.command(id).flatMap(CommandAnswer::outcome).orElse(answer);
        }
        show(
                session,
                answer,
                "removal of volume " + name + " "
                        + (wait && !answer.hasDone() ? "done" : Answers.sentence(answer))
                        + (wait ? "" : " (command " + id + ")"));
        return ExitStatus.DONE;
    }
}
