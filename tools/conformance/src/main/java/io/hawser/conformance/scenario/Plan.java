package io.hawser.conformance.scenario;

import io.hawser.v1.VolumeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A whole run. After its acts, the runner ends the disturbances, awaits the result of every command, and removes
 * everything.
 *
 * @param name prefix of every name in it; a DNS label
 * @param seed that it was drawn from
 * @param volumes by name
 * @param tasks by name
 * @param owned a volume that is removed with both services
 * @param emptied node whose agent is killed and started again after the topic of assignments was emptied
 * @param losesData whether the plugin loses its state: then the only requirement is that everything is removed in the
 *     end
 */
public record Plan(
        String name,
        OptionalLong seed,
        PluginShape plugin,
        Map<String, VolumeSpec> volumes,
        Map<String, TaskSpec> tasks,
        Optional<String> owned,
        List<Act> acts,
        Optional<String> emptied,
        boolean losesData) {
    public Plan {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?")) {
            throw new IllegalArgumentException("name: \"" + name + "\" is no DNS label of at most 42 characters");
        }
        volumes = new LinkedHashMap<>(volumes);
        tasks = new LinkedHashMap<>(tasks);
        acts = List.copyOf(acts);
    }

    public static String pluginOf(String run) {
        return run + ".strict";
    }

    /** The plugin's id of the disk that is registered as this volume, if the plugin has it. */
    public static String diskOf(String volume) {
        return volume + "-disk";
    }

    /** The id of the disk that the plugin has already for this volume. Empty: the volume is created. */
    public Optional<String> existing(String volume) {
        return Optional.of(diskOf(volume)).filter(plugin.adopted()::contains);
    }

    public String pluginName() {
        return pluginOf(name);
    }

    public String service() {
        return name + "-service";
    }

    /** Shares the network and the owned volume with the service. */
    public String neighbour() {
        return name + "-neighbour";
    }

    /** Each second task is the neighbour's. */
    public String serviceOf(String task) {
        return Math.floorMod(task.hashCode(), 2) == 0 ? service() : neighbour();
    }

    public String network() {
        return name + "-network";
    }

    /** For people who want to know what a seed drew. */
    public String text() {
        StringBuilder text = new StringBuilder("run " + name + "\nplugin " + plugin.profile() + "\n");
        volumes.forEach((volume, spec) -> text.append("volume ")
                .append(volume)
                .append(": ")
                .append(spec.toString().replaceAll("\\s+", " "))
                .append(existing(volume).map(id -> ", registered as " + id).orElse(""))
                .append('\n'));
        tasks.values().forEach(task -> text.append("task ")
                .append(task.name())
                .append(" on ")
                .append(task.node())
                .append(": ")
                .append(task.mounts().toString().replaceAll("\\s+", " "))
                .append('\n'));
        acts.forEach(act -> text.append("act ").append(act).append('\n'));
        owned.ifPresent(
                volume -> text.append("goes with the services: ").append(volume).append('\n'));
        emptied.ifPresent(node -> text.append("assignments emptied, then the agent of ")
                .append(node)
                .append(" killed\n"));
        return text.append("faults\n")
                .append(plugin.faults().toText())
                .append('\n')
                .toString();
    }
}
