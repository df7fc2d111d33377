package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.bus.service.HawserService;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.v1.Plugin;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

public final class PluginRegistryClient {
    private static final String PLUGIN_CAPABILITIES = "pluginCapabilities";
    private static final String CONTROLLER_CAPABILITIES = "controllerCapabilities";

    private final JsonClient http;

    public PluginRegistryClient(URI base) {
        this.http = new JsonClient(HawserService.PLUGIN_REGISTRY.serviceName(), base);
    }

    public Optional<Plugin> plugin(String name) {
        return http.named("/v1/plugins/", name).map(PluginRegistryClient::plugin);
    }

    /** When each of the plugin's instances was asked last, by name; one that was not asked yet is missing. */
    public Map<String, Instant> lastProbes(String plugin) {
        Map<String, Instant> asked = new HashMap<>();
        http.listOf("/v1/plugins/" + JsonClient.escaped(plugin) + "/instances", "")
                .forEach(instance -> time(instance.path("lastProbe"))
                        .ifPresent(at -> asked.put(instance.path("name").asText(), at)));
        return asked;
    }

    /**
     * A plugin on a node, as it counts for the plugin's record.
     *
     * @param message why it does not count as healthy; else what is left out of the node's topology
     * @param since when the agent found it unhealthy; empty if it found it healthy, whether or not that counts
     */
    public record OnNode(boolean healthy, String message, Optional<Instant> since) {}

    /** By node. */
    public Map<String, OnNode> nodes(String plugin) {
        Map<String, OnNode> nodes = new HashMap<>();
        http.listOf("/v1/plugins/" + JsonClient.escaped(plugin) + "/nodes", "")
                .forEach(node -> nodes.put(
                        node.path("node").asText(),
                        new OnNode(
                                node.path("healthy").asBoolean(),
                                node.path("message").asText(),
                                time(node.path("unhealthySince")))));
        return nodes;
    }

    private static Optional<Instant> time(JsonNode json) {
        return json.isTextual() ? Optional.of(Instant.parse(json.asText())) : Optional.empty();
    }

    /** All of them, by name. */
    public Stream<Plugin> plugins() {
        return http.list("/v1/plugins").map(PluginRegistryClient::plugin);
    }

    public static String json(Plugin plugin) {
        return tree(plugin).toPrettyString();
    }

    /** The same, to be added to. */
    public static ObjectNode tree(Plugin plugin) {
        ObjectNode page = ProtoJson.tree(plugin);
        Capabilities.name(page, PLUGIN_CAPABILITIES, PluginCapability.Service.Type.getDescriptor());
        Capabilities.name(page, CONTROLLER_CAPABILITIES, ControllerServiceCapability.RPC.Type.getDescriptor());
        return page;
    }

    /** The registry names capabilities; the message has their numbers. */
    private static Plugin plugin(JsonNode json) {
        ObjectNode plugin = json.deepCopy();
        Plugin.Builder capabilities = Plugin.newBuilder();
        Capabilities.take(plugin, PLUGIN_CAPABILITIES, PluginCapability.Service.Type.getDescriptor())
                .forEach(capabilities::addPluginCapabilities);
        Capabilities.take(plugin, CONTROLLER_CAPABILITIES, ControllerServiceCapability.RPC.Type.getDescriptor())
                .forEach(capabilities::addControllerCapabilities);
        return ProtoJson.parse(plugin, Plugin.getDefaultInstance()).toBuilder()
                .mergeFrom(capabilities.build())
                .build();
    }
}
