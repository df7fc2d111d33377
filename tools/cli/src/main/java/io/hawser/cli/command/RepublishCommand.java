package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.Republishing;
import io.hawser.cli.text.Table;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code republish}. */
@Command(
        name = "republish",
        description = "Publishes every state record of the services again, for a topic that was lost or a consumer "
                + "that may have missed some.")
final class RepublishCommand extends HawserCommand {
    private static final List<String> SERVICES =
            List.of(Endpoints.PLUGIN_REGISTRY, Endpoints.VOLUME_SERVICE, Endpoints.DEALLOCATOR_SERVICE);

    @Override
    ExitStatus run(Session session) {
        String token = session.endpoints().token();
        Table table = new Table("SERVICE", "RECORDS");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (String service : SERVICES) {
            long records = new Republishing(service, session.endpoints().service(service)).ask(token);
            table.row(service, Long.toString(records));
            json.put(service, records);
        }
        show(session, json, table, "no service");
        return ExitStatus.DONE;
    }
}
