package io.hawser.local.demo;

/**
 * Who plays; the names of tasks and of what was deallocated are never used again, so each play has its own.
 *
 * @param plugin as the plugin names itself
 */
public record Cast(
        String plugin,
        String network,
        String service,
        String volume,
        String first,
        String second,
        String third,
        String node1,
        String node2) {

    /** @param suffix letters and digits, different in each play */
    public static Cast of(String plugin, String suffix, String node1, String node2) {
        return new Cast(
                plugin,
                "demo-net-" + suffix,
                "demo-app-" + suffix,
                "demo-data-" + suffix,
                "demo-writer-" + suffix,
                "demo-reader-" + suffix,
                "demo-late-" + suffix,
                node1,
                node2);
    }
}
