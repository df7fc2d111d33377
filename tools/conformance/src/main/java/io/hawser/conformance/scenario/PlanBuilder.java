package io.hawser.conformance.scenario;

import io.hawser.v1.VolumeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Builds a plan. Volumes and tasks have short names here, and get the run's prefix. */
final class PlanBuilder {
    private final String run;
    private final Map<String, VolumeSpec> volumes = new LinkedHashMap<>();
    private final Map<String, TaskSpec> tasks = new LinkedHashMap<>();
    private final List<Act> acts = new ArrayList<>();
    private Optional<String> owned = Optional.empty();
    private Optional<String> emptied = Optional.empty();
    private boolean losesData;

    PlanBuilder(String run) {
        this.run = run;
    }

    String name(String part) {
        return run + "-" + part;
    }

    /** The volume is created at this point. */
    PlanBuilder volume(String part, VolumeSpec spec) {
        declare(part, spec);
        return act(new Act.Create(name(part)));
    }

    /** The volume is one of the run's plugin. */
    PlanBuilder declare(String part, VolumeSpec spec) {
        volumes.put(name(part), spec.toBuilder().setPlugin(Plan.pluginOf(run)).build());
        return this;
    }

    /** The spec of a volume that was declared, by its whole name. */
    VolumeSpec volume(String name) {
        return Objects.requireNonNull(volumes.get(name));
    }

    /** The task starts at this point. */
    PlanBuilder task(TaskSpec spec) {
        declare(spec);
        return act(new Act.Start(spec.name()));
    }

    PlanBuilder declare(TaskSpec spec) {
        tasks.put(spec.name(), spec);
        return this;
    }

    TaskSpec spec(String part) {
        return Objects.requireNonNull(tasks.get(name(part)));
    }

    PlanBuilder writer(String part, String node, String volume) {
        return task(TaskSpec.writing(name(part), node, name(volume)));
    }

    PlanBuilder reader(String part, String node, String volume) {
        return task(TaskSpec.reading(name(part), node, name(volume)));
    }

    PlanBuilder mounted(String... parts) {
        for (String part : parts) {
            act(new Act.AwaitMounted(name(part)));
        }
        return this;
    }

    PlanBuilder end(String... parts) {
        for (String part : parts) {
            act(new Act.End(name(part)));
        }
        return this;
    }

    PlanBuilder act(Act act) {
        acts.add(act);
        return this;
    }

    PlanBuilder owned(String part) {
        owned = Optional.of(name(part));
        return this;
    }

    PlanBuilder emptied(String node) {
        emptied = Optional.of(node);
        return this;
    }

    PlanBuilder losesData() {
        losesData = true;
        return this;
    }

    Plan build(PluginShape plugin, OptionalLong seed) {
        return new Plan(run, seed, plugin, volumes, tasks, owned, acts, emptied, losesData);
    }

    Plan build(PluginShape plugin) {
        return build(plugin, OptionalLong.empty());
    }
}
