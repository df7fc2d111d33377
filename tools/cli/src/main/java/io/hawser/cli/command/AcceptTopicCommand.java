package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.rest.LedgerClient;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "accept-topic",
        description =
                "Says that a topic that was deleted and made again holds every present record again. Removals do not"
                        + " wait any more for what is missing on it; this cannot be taken back.")
final class AcceptTopicCommand extends EachServiceCommand {
    @Parameters(paramLabel = "TOPIC", description = "its full name, such as hawser.tasks")
    private String topic = "";

    AcceptTopicCommand() {
        super("WAITED FOR IT");
    }

    @Override
    void check(Session session) {
        TopicNames names = session.endpoints().topics();
        if (names.parse(topic).isEmpty()) {
            throw wrong(new IllegalArgumentException("'" + topic + "' is none of Hawser's topics, which are "
                    + Stream.of(HawserTopic.values()).map(names::of).sorted().collect(Collectors.joining(", "))));
        }
    }

    @Override
    JsonNode ask(Session session, String service, LedgerClient client, String token) {
        return JsonNodeFactory.instance.booleanNode(client.accept(topic, token));
    }
}
