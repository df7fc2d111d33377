package io.hawser.conformance.scenario;

import io.hawser.bus.service.HawserService;
import io.hawser.strict.fault.FaultScript;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskMount;
import io.hawser.v1.VolumeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Draws a run from a seed: a plugin, a workload that can succeed, and disturbances. The same seed draws the same run.
 */
public final class RandomPlan {
    private static final List<String> NODES = List.of("node-1", "node-2", "node-3");
    private static final List<String> PROFILES = List.of(
            "full",
            "full",
            "no-readonly-publish",
            "no-list",
            "basic",
            "read-only-publish",
            "no-attach",
            "no-stage",
            "no-attach-no-stage",
            "no-topology",
            "no-multi-writer");
    /**
     * Capabilities that another version of the plugin adds or lacks. None is needed by a request that may be uncertain:
     * without its capability, the request could not be repeated.
     */
    private static final List<String> OTHER_VERSIONS = List.of(
            "",
            ",+controller:GET_CAPACITY,-node:GET_VOLUME_STATS",
            ",-controller:LIST_VOLUMES,-controller:LIST_VOLUMES_PUBLISHED_NODES",
            ",+controller:LIST_VOLUMES,+controller:LIST_VOLUMES_PUBLISHED_NODES");

    private static final List<String> FLAGS = List.of("noatime", "nodev");

    private static final int EARLY = 3;
    /** Each third run's plugin is reached through relays: three and the number of losses have no common divisor. */
    private static final long RELAYED_EACH = 3;

    private final long seed;
    private final Random random;
    private final PlanBuilder plan;
    private final List<Part> parts = new ArrayList<>();
    /** Tasks that have started and not ended yet, and the volumes that they use. */
    private final Map<String, Set<String>> living = new LinkedHashMap<>();

    private Optional<String> owned = Optional.empty();
    private int started;

    /** A volume of the run and how tasks may use it. */
    private record Part(String name, boolean writable, boolean readable, boolean mounted) {}

    private RandomPlan(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.plan = new PlanBuilder("seed-" + seed);
    }

    public static Plan draw(long seed) {
        return new RandomPlan(seed).draw();
    }

    private Plan draw() {
        String profile = one(PROFILES);
        FaultScript faults = random.nextInt(8) == 0 ? FaultScript.calm() : FaultScript.random(seed);
        volumes();
        List<Act> disturbances = new ArrayList<>(Disturbances.draw(random, NODES, profile + one(OTHER_VERSIONS)));
        int moves = 9 + random.nextInt(6);
        List<Act> loss = new ArrayList<>(Loss.draw(seed, NODES));
        for (int move = 0; move < moves; move++) {
            move();
            // The loss comes early, when tasks have started; its second act, if it has one, comes late.
            if (!loss.isEmpty() && (move == EARLY || move == moves - EARLY)) {
                plan.act(loss.removeFirst());
            }
            if (!disturbances.isEmpty() && random.nextInt(moves - move) < disturbances.size()) {
                plan.act(disturbances.removeFirst());
            }
            plan.act(new Act.Pause(50 + random.nextInt(600)));
        }
        farewell();
        disturbances.forEach(plan::act);
        Loss.of(seed).atTheEnd().ifPresent(plan::act);
        if (random.nextInt(3) == 0) {
            plan.emptied(one(NODES));
        }
        PluginShape shape = PluginShape.calm(profile).with(faults);
        if (Math.floorMod(seed, RELAYED_EACH) == 0) {
            shape = shape.throughRelays();
        }
        // The last draw: it changes nothing else of a seed's run.
        if (random.nextBoolean()) {
            shape = shape.adopting(registered(shape));
        }
        return plan.build(shape, OptionalLong.of(seed));
    }

    /**
     * One of the volumes is registered. What its spec says about topology is true whatever the plugin can do, so a
     * plugin without topology would reach it from nowhere.
     */
    private Set<String> registered(PluginShape shape) {
        String volume = plan.name(one(parts).name());
        boolean reachable =
                shape.capabilities().hasTopology() || !plan.volume(volume).hasTopology();
        return reachable ? Set.of(Plan.diskOf(volume)) : Set.of();
    }

    private void volumes() {
        int count = 3 + random.nextInt(3);
        for (int i = 1; i <= count; i++) {
            volume("v" + i);
        }
        if (random.nextBoolean()) {
            owned = Optional.of("v" + count);
            owned.ifPresent(plan::owned);
        }
    }

    private void volume(String name) {
        boolean writable = true;
        boolean readable = true;
        VolumeSpec spec;
        switch (random.nextInt(7)) {
            case 0, 1 -> spec = Specs.exclusive();
            case 2 -> spec = Specs.mounted(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL);
            case 3 -> spec = Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER);
            case 4 -> {
                spec = Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_READ_ONLY);
                writable = false;
            }
            case 5 -> {
                spec = Specs.block(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE);
                readable = false;
            }
            default -> spec = Specs.mounted(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL);
        }
        if (random.nextInt(3) == 0) {
            spec = Specs.withSecret(spec);
        }
        if (random.nextInt(3) == 0) {
            spec = Specs.withSize(Specs.withParameters(spec));
        }
        if (random.nextInt(3) == 0) {
            spec = Specs.withTopology(spec);
        }
        plan.volume(name, spec);
        parts.add(new Part(name, writable, readable, spec.hasMount()));
    }

    /** Starts a task, or ends a started one. */
    private void move() {
        if (living.isEmpty() || random.nextInt(5) < 3) {
            start("t" + ++started);
        } else {
            end(one(List.copyOf(living.keySet())));
        }
    }

    private void start(String task) {
        Part part = one(parts);
        boolean reads = !part.writable() || part.readable() && random.nextInt(3) == 0;
        String node = one(NODES);
        if (reads) {
            plan.task(flagged(part, TaskSpec.reading(plan.name(task), node, plan.name(part.name()))));
        } else if (part.readable() && random.nextInt(4) == 0) {
            plan.task(TaskSpec.writing(plan.name(task), node, both(part)));
        } else {
            plan.task(flagged(part, TaskSpec.writing(plan.name(task), node, plan.name(part.name()))));
        }
        living.put(
                task,
                plan.spec(task).mounts().stream().map(TaskMount::getSource).collect(Collectors.toSet()));
    }

    /** Some tasks bring mount flags; on a node, tasks with other flags wait for them to end. */
    private TaskSpec flagged(Part part, TaskSpec task) {
        return part.mounted() && random.nextInt(3) == 0 ? task.withFlags(one(FLAGS)) : task;
    }

    private void end(String task) {
        living.remove(task);
        plan.end(task);
    }

    /**
     * Removes a volume, and marks the service, while the run is still disturbed, and kills the responsible service
     * meanwhile. A task that waits for a volume under removal would wait for ever, so the volume's last tasks end.
     */
    private void farewell() {
        Part part = one(parts);
        if (!owned.equals(Optional.of(part.name())) && random.nextBoolean()) {
            List.copyOf(living.entrySet()).stream()
                    .filter(task -> task.getValue().contains(plan.name(part.name())))
                    .forEach(task -> end(task.getKey()));
            plan.act(new Act.Remove(plan.name(part.name())));
            plan.act(new Act.Pause(random.nextInt(600)));
            plan.act(new Act.Kill(HawserService.VOLUME_SERVICE.serviceName(), random.nextInt(500)));
        }
        if (random.nextBoolean()) {
            plan.act(new Act.MarkService());
            plan.act(new Act.Pause(random.nextInt(300)));
            plan.act(new Act.Kill(HawserService.DEALLOCATOR_SERVICE.serviceName(), random.nextInt(500)));
        }
    }

    /** This volume and another one that the task may write, if there is one. */
    private String[] both(Part part) {
        return parts.stream()
                .filter(other -> other.writable() && !other.equals(part))
                .findFirst()
                .map(other -> new String[] {plan.name(part.name()), plan.name(other.name())})
                .orElseGet(() -> new String[] {plan.name(part.name())});
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
