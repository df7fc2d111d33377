package io.hawser.plugin.registry;

import java.time.Instant;
import java.util.Set;

/** What the tests of a plugin start from. */
final class PluginScenes {
    static final String NAME = "csi.example.com";
    static final int CREATE_DELETE_VOLUME = 1;
    static final ProbeResult GOOD =
            new ProbeResult.Ready(new Identity("1.0", true, Set.of(1), Set.of(CREATE_DELETE_VOLUME)));
    static final ProbeResult BAD = new ProbeResult.Failed("no such socket");

    private PluginScenes() {}

    static Plugin registered(String... names) {
        Plugin plugin = Plugin.unknown(NAME);
        for (String name : names) {
            plugin = plugin.register(name, Declared.at("node-1", endpoint(name)), 1);
        }
        return plugin;
    }

    static Plugin healthy(String... names) {
        Plugin plugin = registered(names);
        for (String name : names) {
            plugin = plugin.probed(name, endpoint(name), GOOD, Instant.EPOCH);
        }
        return plugin;
    }

    static String endpoint(String instance) {
        return "unix:///" + instance + ".sock";
    }
}
