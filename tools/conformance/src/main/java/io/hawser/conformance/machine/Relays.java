package io.hawser.conformance.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.local.layout.LocalLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The relays of the machine's agents: each has a port, and everybody has a certificate that was made for the run. */
final class Relays {
    private final LocalLayout layout;
    private final RelayCertificates certificates;

    Relays(LocalLayout layout) {
        this.layout = layout;
        this.certificates = new RelayCertificates(layout.home().resolve("certificates"));
    }

    /** The variables by which a node's agent relays. */
    Map<String, String> ofAgent(String node) {
        Map<String, String> variables = new HashMap<>(certificates.variables(node + ".node.hawser"));
        variables.put("HAWSER_RELAY_HOST", "127.0.0.1");
        variables.put("HAWSER_RELAY_PORT", Integer.toString(port(node)));
        return variables;
    }

    /** The variables by which a service may call through relays; empty for a service that calls no plugin. */
    Map<String, String> ofCaller(HawserService service) {
        return switch (service) {
            case VOLUME_SERVICE -> ofCaller(service.serviceName(), "HAWSER_VOLUME_ENDPOINTS");
            case PLUGIN_REGISTRY -> ofCaller(service.serviceName(), "HAWSER_PROBE_ENDPOINTS");
            default -> Map.of();
        };
    }

    private Map<String, String> ofCaller(String name, String allowed) {
        Map<String, String> variables = new HashMap<>(certificates.variables(name + ".hawser"));
        variables.put(
                "HAWSER_RELAY_ADDRESSES",
                ConformanceMachine.NODES.stream()
                        .map(node -> node + "=127.0.0.1:" + port(node))
                        .collect(Collectors.joining(",")));
        variables.put(allowed, "unix://" + layout.sockets() + ",relay:*");
        return variables;
    }

    private int port(String node) {
        return layout.port("relay-" + node);
    }
}
