package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.JsonClient;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.text.Table;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code status}: who answers, and whether it is ready. */
@Command(name = "status", description = "Shows which services and agents answer.")
final class StatusCommand extends HawserCommand {
    @Override
    ExitStatus run(Session session) {
        Map<String, String> services = new TreeMap<>(session.endpoints().byName());
        services.values().removeIf(address -> !address.startsWith("http"));
        if (services.isEmpty()) {
            session.endpoints().service(Endpoints.VOLUME_SERVICE);
        }
        Table table = new Table("NAME", "STATE", "ADDRESS");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        services.forEach((name, address) -> {
            String state = state(name, address);
            table.row(name, state, address);
            json.put(name, state);
        });
        show(session, json, table, "nothing runs");
        boolean allReady = List.copyOf(json.properties()).stream()
                .map(Map.Entry::getValue)
                .map(JsonNode::asText)
                .allMatch("ready"::equals);
        return allReady ? ExitStatus.DONE : ExitStatus.UNREACHABLE;
    }

    private static String state(String name, String address) {
        try {
            return new JsonClient(name, URI.create(address))
                            .get("/q/health/ready")
                            .isPresent()
                    ? "ready"
                    : "no health";
        } catch (ServiceUnreachableException e) {
            return e.getCause() == null ? "not ready" : "no answer";
        }
    }
}
