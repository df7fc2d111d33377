package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.TopicAcceptance;
import io.hawser.cli.text.Table;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code accept-topic}. */
@Command(
        name = "accept-topic",
        description = "Says that a topic that was deleted and made again holds everything that stands again.")
final class AcceptTopicCommand extends HawserCommand {
    private static final List<String> SERVICES =
            List.of(Endpoints.PLUGIN_REGISTRY, Endpoints.VOLUME_SERVICE, Endpoints.DEALLOCATOR_SERVICE);

    @Parameters(paramLabel = "TOPIC", description = "its full name, such as hawser.tasks")
    private String topic = "";

    @Override
    ExitStatus run(Session session) {
        TopicNames names = session.endpoints().topics();
        if (names.parse(topic).isEmpty()) {
            throw wrong(new IllegalArgumentException("'" + topic + "' is none of Hawser's topics, which are "
                    + Stream.of(HawserTopic.values()).map(names::of).sorted().collect(Collectors.joining(", "))));
        }
        String token = session.endpoints().token();
        Table table = new Table("SERVICE", "WAITED FOR IT");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (String service : SERVICES) {
            boolean waited = new TopicAcceptance(service, session.endpoints().service(service)).accept(topic, token);
            table.row(service, waited ? "yes" : "no");
            json.put(service, waited);
        }
        show(session, json, table, "no service");
        return ExitStatus.DONE;
    }
}
