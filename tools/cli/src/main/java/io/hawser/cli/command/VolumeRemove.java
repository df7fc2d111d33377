package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.VolumeText;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.RemoveVolume;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "remove", description = "Removes a volume once nobody holds it any more.")
final class VolumeRemove extends HawserCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(
            names = "--force",
            description = "Forgets the volume and keeps its backing storage, after the nodes were told to let go.")
    private boolean force;

    @Option(names = "--only-if-unused", description = "Is rejected instead of waiting where somebody holds it.")
    private boolean onlyIfUnused;

    @Option(names = "--wait", description = "Waits until it is gone, not only for the answer.")
    private boolean wait;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
    private int timeout;

    @Override
    ExitStatus run(Session session) {
        VolumeServiceClient volumes = session.volumes();
        Waiting waiting = session.waiting(seconds(timeout));
        String id;
        try (TopicWriter writer = session.writer()) {
            id = writer.write(
                    HawserTopic.VOLUME_COMMANDS,
                    name,
                    RemoveVolume.newBuilder()
                            .setName(name)
                            .setForce(force)
                            .setOnlyIfUnused(onlyIfUnused)
                            .build());
        }
        CommandResult answer = Answers.await(waiting, volumes, id);
        if (answer.hasRejected()) {
            return Rejections.show(this, session, answer);
        }
        if (wait) {
            waiting.until(
                    "volume " + name + " to be removed",
                    () -> volumes.volume(name)
                            .<Look<Boolean>>map(volume -> new Look.NotYet<>(VolumeText.conditions(volume)))
                            .orElseGet(() -> new Look.Ready<>(true)),
                    "the command stands; `./hawser volume status " + name + "` shows who holds it");
        }
        show(
                session,
                answer,
                "removal of volume " + name
                        + (wait ? " done" : " " + Answers.sentence(answer) + " (command " + id + ")"));
        return ExitStatus.DONE;
    }
}
