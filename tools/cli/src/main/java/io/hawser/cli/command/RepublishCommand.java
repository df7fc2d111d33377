package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hawser.cli.rest.LedgerClient;
import picocli.CommandLine.Command;

@Command(
        name = "republish",
        description = "Publishes every state record of the services again, for a topic that was lost or a consumer "
                + "that may have missed some.")
final class RepublishCommand extends EachServiceCommand {
    RepublishCommand() {
        super("RECORDS");
    }

    @Override
    JsonNode ask(Session session, String service, LedgerClient client, String token) {
        session.progress().println(service + " writes its records again ...");
        session.progress().flush();
        return JsonNodeFactory.instance.numberNode(client.republish(token));
    }
}
