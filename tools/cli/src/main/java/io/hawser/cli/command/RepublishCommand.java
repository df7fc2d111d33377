package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.cli.rest.LedgerClient;
import io.hawser.cli.text.Table;
import picocli.CommandLine.Command;

@Command(
        name = "republish",
        description = "Publishes every state record of the services again, for a topic that was lost or a consumer "
                + "that may have missed some.")
final class RepublishCommand extends HawserCommand {
    @Override
    ExitStatus run(Session session) {
        String token = session.endpoints().token();
        Table table = new Table("SERVICE", "RECORDS");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        try {
            for (HawserService service : HawserService.withDatabase()) {
                String name = service.serviceName();
                long records = new LedgerClient(name, session.endpoints().service(service)).republish(token);
                table.row(name, Long.toString(records));
                json.put(name, records);
            }
        } finally {
            // The answers so far are shown even if a later service fails.
            if (!json.isEmpty()) {
                show(session, json, table, "no service");
            }
        }
        return ExitStatus.DONE;
    }
}
