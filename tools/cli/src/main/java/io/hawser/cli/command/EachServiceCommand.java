package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.cli.rest.LedgerClient;
import io.hawser.cli.text.Table;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks each service that has a database for something, and shows the answers so far even if a later one fails. */
abstract class EachServiceCommand extends HawserCommand {
    private final String answered;

    /** @param answered heading of the answers */
    EachServiceCommand(String answered) {
        this.answered = answered;
    }

    /** Refuses a wrong argument. */
    void check(Session session) {}

    abstract JsonNode ask(Session session, String service, LedgerClient client, String token);

    @Override
    final ExitStatus run(Session session) {
        check(session);
        // An address that is none must fail before any service is asked.
        Map<String, LedgerClient> services = new LinkedHashMap<>();
        for (HawserService service : HawserService.withDatabase()) {
            String name = service.serviceName();
            services.put(name, new LedgerClient(name, session.endpoints().service(service)));
        }
        String token = session.endpoints().token();
        Table table = new Table("SERVICE", answered);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        try {
            services.forEach((service, client) -> {
                JsonNode answer = ask(session, service, client, token);
                json.set(service, answer);
                table.row(service, answer.isBoolean() ? answer.asBoolean() ? "yes" : "no" : answer.asText());
            });
        } finally {
            if (!json.isEmpty()) {
                show(session, json, table, "no service");
            }
        }
        return ExitStatus.DONE;
    }
}
