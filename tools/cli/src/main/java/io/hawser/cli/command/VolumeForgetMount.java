package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.ForgetMount;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "forget-mount",
        description = "Says what was done by hand for a volume whose plugin does not do it: it was unmounted, which the"
                + " node checks; or, with --detached, it was detached at the storage system, which nothing checks.")
final class VolumeForgetMount extends HawserCommand {
    @Parameters(paramLabel = "NAME")
    private String name;

    @Option(names = "--node", required = true, paramLabel = "NODE", description = "Where it was.")
    private String node;

    @Option(
            names = "--detached",
            description = "It was detached from NODE at the storage system, because the plugin refuses to detach it. If"
                    + " that is not true, two nodes may write to it.")
    private boolean detached;

    @Option(names = "--timeout", defaultValue = "30", paramLabel = "SECONDS", description = "How long; 30 by default.")
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
            return Rejections.show(this, session, answer);
        }
        show(
                session,
                answer,
                "volume " + name + " on node " + node + ": " + Answers.sentence(answer) + " (command " + id + ")");
        return ExitStatus.DONE;
    }
}
