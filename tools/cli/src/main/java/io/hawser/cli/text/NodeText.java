package io.hawser.cli.text;

import io.hawser.cli.rest.NodeView;
import io.hawser.v1.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public final class NodeText {
    private static final int NAMED = 3;

    private NodeText() {}

    public static Table table() {
        return new Table("NODE", "AVAILABILITY", "FENCED", "HEARD", "PLUGINS", "CONDITIONS");
    }

    public static void row(Table table, NodeView view, Instant now) {
        table.row(
                view.node().getName(),
                availability(view),
                fenced(view),
                heard(view, now),
                view.plugins().stream().map(NodeText::plugin).collect(Collectors.joining(", ")),
                view.conditions().stream().map(NodeText::condition).collect(Collectors.joining("; ")));
    }

    /**
     * Everything about one node.
     *
     * @param tasks names of those that have mounts there, or wait for some
     * @param volumes names of those that are there
     */
    public static String status(NodeView view, List<String> tasks, List<String> volumes, Instant now) {
        Table table = new Table("NODE", view.node().getName());
        table.row("availability", availability(view));
        table.row("fenced", fenced(view));
        table.row("heard", heard(view, now));
        table.row(
                "labels",
                view.node().getLabelsMap().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(", ")));
        view.plugins().forEach(plugin -> table.row("plugin " + plugin.getPlugin(), everything(plugin)));
        view.conditions().forEach(condition -> table.row("condition", condition(condition)));
        table.row("tasks", String.join(", ", tasks));
        table.row("volumes", String.join(", ", volumes));
        return table.text();
    }

    /** For example {@code 2 tasks (a, b)}; of many, only some are named. */
    public static String left(List<String> names, String word) {
        return names.size() + " " + word + (names.size() == 1 ? "" : "s") + " ("
                + names.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (names.size() > NAMED ? ", …" : "") + ")";
    }

    private static String condition(NodeView.Condition condition) {
        return condition.type()
                + condition.since().map(since -> ", " + Since.of(since)).orElse("") + ": " + condition.message();
    }

    private static String availability(NodeView view) {
        String word = Words.of(view.node().getAvailability());
        return view.removed() ? "removed" : word.equals("unspecified") ? "active" : word;
    }

    private static String fenced(NodeView view) {
        return view.node().getFenced() ? "yes" : "no";
    }

    /** When its agent was last heard. */
    private static String heard(NodeView view, Instant now) {
        return view.heard()
                .map(heard -> view.silent() ? "silent for " + Since.ago(heard, now) : Since.ago(heard, now) + " ago")
                .orElse("never");
    }

    private static String plugin(Fingerprint plugin) {
        return plugin.getPlugin() + (plugin.getHealthy() ? "" : " (unhealthy: " + plugin.getMessage() + ")");
    }

    private static String everything(Fingerprint plugin) {
        return (plugin.getHealthy() ? "healthy" : "unhealthy: " + plugin.getMessage())
                + (plugin.getVendorVersion().isEmpty() ? "" : ", version " + plugin.getVendorVersion())
                + (plugin.getCsiNodeId().isEmpty() ? "" : ", calls this node " + plugin.getCsiNodeId())
                + (plugin.getMaxVolumes() > 0 ? ", at most " + plugin.getMaxVolumes() + " volumes" : "");
    }
}
