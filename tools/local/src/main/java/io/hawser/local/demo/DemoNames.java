package io.hawser.local.demo;

/**
 * The names in one play. The names of tasks and of deallocated resources are never used again, so each play has its
 * own.
 *
 * @param plugin the plugin's own name
 */
public record DemoNames(
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
    public static DemoNames of(String plugin, String suffix, String node1, String node2) {
        return new DemoNames(
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
