package io.hawser.cli.rest;

import io.hawser.v1.Plugin;
import java.net.URI;
import java.util.List;

/** What plugin-registry knows. */
public final class PluginRegistryClient {
    private final JsonClient http;

    public PluginRegistryClient(URI base) {
        this.http = new JsonClient("plugin-registry", base);
    }

    public List<Plugin> plugins() {
        return ProtoJson.parseAll(http.list("/v1/plugins"), Plugin.getDefaultInstance());
    }
}
