package io.hawser.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.JsonClient;
import io.hawser.cli.rest.ServiceReadiness;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.text.Table;
import io.hawser.cli.topic.BrokerReach;
import io.hawser.v1.Plugin;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code status}: broker, database, services, agents and plugins. A plugin that is not healthy does not change the exit
 * status, because Hawser itself works.
 */
@Command(name = "status", description = "Shows whether broker, database, services, agents and plugins are ready.")
final class StatusCommand extends HawserCommand {
    private static final String READY = "ready";
    private static final String NOT_READY = "not ready";
    private static final String NO_ANSWER = "no answer";

    /** @param address empty if it is not known */
    private record State(String name, String word, String address, List<String> waitsFor) {}

    @Override
    ExitStatus run(Session session) {
        List<State> states = new ArrayList<>();
        Map<String, Boolean> databases = new ConcurrentSkipListMap<>();
        Map<String, String> services = new TreeMap<>(session.endpoints().services());
        // Fails for a malformed address, which would otherwise look like a service that does not run.
        HawserService.withDatabase().stream()
                .filter(service -> services.containsKey(service.serviceName()))
                .forEach(session.endpoints()::service);
        services.values().removeIf(address -> !address.startsWith("http"));
        if (services.isEmpty()) {
            session.endpoints().service(HawserService.VOLUME_SERVICE);
        }
        broker(session.endpoints()).forEach(states::add);
        List<State> plugins = askAll(session, services, databases, states);
        if (!databases.isEmpty()) {
            states.add(1, database(databases));
        }
        boolean allReady = states.stream().allMatch(state -> state.word().equals(READY));
        states.addAll(plugins);
        Table table = new Table("NAME", "STATE", "ADDRESS", "WAITS FOR");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (State state : states) {
            table.row(state.name(), state.word(), state.address(), String.join("; ", state.waitsFor()));
            ObjectNode said = json.putObject(state.name()).put("state", state.word());
            said.put("address", state.address().isEmpty() ? null : state.address());
            state.waitsFor().forEach(said.putArray("waitsFor")::add);
        }
        show(session, json, table, "nothing runs");
        return allReady ? ExitStatus.DONE : ExitStatus.UNREACHABLE;
    }

    /**
     * Asks all services concurrently: each checks its broker and database before it answers.
     *
     * @param states gets those of the services
     * @return those of the plugins
     */
    private static List<State> askAll(
            Session session, Map<String, String> services, Map<String, Boolean> databases, List<State> states) {
        Supplier<List<State>> plugins = Concurrently.ask(() -> plugins(session));
        List<Supplier<State>> answers = services.entrySet().stream()
                .map(each -> Concurrently.ask(() -> service(each.getKey(), each.getValue(), databases)))
                .toList();
        answers.forEach(answer -> states.add(answer.get()));
        return plugins.get();
    }

    private static Stream<State> broker(Endpoints endpoints) {
        if (!endpoints.byName().containsKey("kafka")) {
            return Stream.empty();
        }
        String kafka = endpoints.bootstrapServers();
        return Stream.of(new State("kafka", BrokerReach.listens(kafka) ? READY : NO_ANSWER, kafka, List.of()));
    }

    private static State service(String name, String address, Map<String, Boolean> databases) {
        try {
            ServiceReadiness readiness = new JsonClient(name, URI.create(address)).readiness();
            readiness.database().ifPresent(reached -> databases.put(name, reached));
            return new State(name, readiness.ready() ? READY : NOT_READY, address, readiness.waitsFor());
        } catch (ServiceUnreachableException e) {
            return new State(name, e.getCause() == null ? "no health" : NO_ANSWER, address, List.of());
        }
    }

    /** The database as the services see it: to connect, this command would need the password. */
    private static State database(Map<String, Boolean> reached) {
        List<String> without = reached.entrySet().stream()
                .filter(service -> !service.getValue())
                .map(service -> service.getKey() + " does not reach it")
                .toList();
        return new State("database", without.isEmpty() ? READY : NO_ANSWER, "", without);
    }

    private static List<State> plugins(Session session) {
        try {
            return session.plugins().plugins().map(StatusCommand::plugin).toList();
        } catch (ServiceUnreachableException | io.hawser.cli.endpoint.UnknownEndpointException e) {
            // The line of plugin-registry itself shows that it does not answer.
            return List.of();
        }
    }

    private static State plugin(Plugin plugin) {
        List<String> sick = new ArrayList<>();
        if (plugin.getControllersHealthy() == 0 && plugin.getControllersExpected() > 0) {
            sick.add("no healthy controller of " + plugin.getControllersExpected());
        }
        if (plugin.getNodesHealthy() < plugin.getNodesExpected()) {
            sick.add("healthy on " + plugin.getNodesHealthy() + " of " + plugin.getNodesExpected() + " nodes");
        }
        return new State("plugin " + plugin.getName(), sick.isEmpty() ? READY : NOT_READY, plugin.getEndpoint(), sick);
    }
}
