package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.rest.LedgerClient;
import io.hawser.cli.text.Table;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "accept-topic",
        description =
                "Says that a topic that was deleted and made again holds every present record again. Removals do not"
                        + " wait any more for what is missing on it; this cannot be taken back.")
final class AcceptTopicCommand extends HawserCommand {
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
        try {
            for (HawserService service : HawserService.withDatabase()) {
                String name = service.serviceName();
                boolean waited = new LedgerClient(name, session.endpoints().service(service)).accept(topic, token);
                table.row(name, waited ? "yes" : "no");
                json.put(name, waited);
            }
        } finally {
            // The answers so far are shown even if a later service refuses.
            if (!json.isEmpty()) {
                show(session, json, table, "no service");
            }
        }
        return ExitStatus.DONE;
    }
}
