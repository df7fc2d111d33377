package io.hawser.cli.rest;

import io.hawser.bus.service.HawserService;
import io.hawser.v1.Plugin;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads plugins from plugin-registry. */
public final class PluginRegistryClient {
    private final JsonClient http;

    public PluginRegistryClient(URI base) {
        this.http = new JsonClient(HawserService.PLUGIN_REGISTRY.serviceName(), base);
    }

    public Optional<Plugin> plugin(String name) {
        return http.get("/v1/plugins/" + JsonClient.escaped(name))
                .map(json -> ProtoJson.parse(json, Plugin.getDefaultInstance()));
    }

    /** All of them, by name. */
    public Stream<Plugin> plugins() {
        return http.list("/v1/plugins").map(json -> ProtoJson.parse(json, Plugin.getDefaultInstance()));
    }
}
