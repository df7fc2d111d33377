package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.cli.rest.JsonClient;
import io.hawser.cli.rest.ServiceReadiness;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.text.Table;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code status}: which services answer, whether they are ready, and what they wait for. */
@Command(name = "status", description = "Shows which services and agents answer.")
final class StatusCommand extends HawserCommand {
    private static final String READY = "ready";

    @Override
    ExitStatus run(Session session) {
        Map<String, String> services = new TreeMap<>(session.endpoints().byName());
        services.values().removeIf(address -> !address.startsWith("http"));
        if (services.isEmpty()) {
            session.endpoints().service(HawserService.VOLUME_SERVICE);
        }
        Table table = new Table("NAME", "STATE", "ADDRESS", "WAITS FOR");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        boolean allReady = true;
        for (Map.Entry<String, String> service : services.entrySet()) {
            State state = state(service.getKey(), service.getValue());
            allReady &= state.word().equals(READY);
            table.row(service.getKey(), state.word(), service.getValue(), String.join("; ", state.waitsFor()));
            ObjectNode said = json.putObject(service.getKey()).put("state", state.word());
            state.waitsFor().forEach(said.putArray("waitsFor")::add);
        }
        show(session, json, table, "nothing runs");
        return allReady ? ExitStatus.DONE : ExitStatus.UNREACHABLE;
    }

    private record State(String word, List<String> waitsFor) {}

    private static State state(String name, String address) {
        try {
            ServiceReadiness readiness = new JsonClient(name, URI.create(address)).readiness();
            return new State(readiness.ready() ? READY : "not ready", readiness.waitsFor());
        } catch (ServiceUnreachableException e) {
            return new State(e.getCause() == null ? "no health" : "no answer", List.of());
        }
    }
}
