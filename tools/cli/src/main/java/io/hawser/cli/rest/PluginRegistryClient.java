package io.hawser.cli.rest;

import io.hawser.v1.Plugin;
import java.net.URI;
import java.util.stream.Stream;

/** What plugin-registry knows. */
public final class PluginRegistryClient {
    private final JsonClient http;

    public PluginRegistryClient(URI base) {
        this.http = new JsonClient("plugin-registry", base);
    }

    /** All of them, by name. */
    public Stream<Plugin> plugins() {
        return http.list("/v1/plugins").map(json -> ProtoJson.parse(json, Plugin.getDefaultInstance()));
    }
}
