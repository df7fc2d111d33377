package io.hawser.cli.rest;

import io.hawser.v1.Plugin;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What plugin-registry knows. */
public final class PluginRegistryClient {
    private static final int PAGE = 1000;

    private final JsonClient http;

    public PluginRegistryClient(URI base) {
        this.http = new JsonClient("plugin-registry", base);
    }

    public List<Plugin> plugins() {
        List<Plugin> all = new ArrayList<>();
        List<Plugin> page;
        do {
            String after = all.isEmpty() ? "" : all.getLast().getName();
            page = ProtoJson.parseAll(
                    http.list("/v1/plugins?limit=" + PAGE + "&after=" + JsonClient.escaped(after)),
                    Plugin.getDefaultInstance());
            all.addAll(page);
        } while (page.size() == PAGE);
        return List.copyOf(all);
    }
}
