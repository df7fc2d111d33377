package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.plugin.CallSecrets;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.v1.AssignmentTarget;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node plugin that a seed makes fail, and that watches its caller. It serialises its own work as the specification
 * advises: while an earlier call still runs, it answers ABORTED.
 */
final class SimulatedPlugin implements NodePlugin {
    boolean stages;
    final Random random;
    final Set<Path> staged = new TreeSet<>();
    final TreeMap<Path, Path> published = new TreeMap<>();
    /** Folders of targets that are gone without it: a reboot leaves them. */
    final Set<Path> leftovers = new TreeSet<>();

    /** Targets whose files were given to their group since they were published. */
    final Set<Path> grouped = new TreeSet<>();

    /** What each volume was grown to. */
    final Map<String, Long> sizes = new TreeMap<>();

    double faults = 0.4;
    double deaths = 0.05;
    Optional<Late> late = Optional.empty();
    Runnable judgeTakingDown = () -> {};

    /** A call that still runs, and the path that it mounts or unmounts. */
    record Late(Path path, Runnable effect) {}

    SimulatedPlugin(boolean stages, Random random) {
        this.stages = stages;
        this.random = random;
    }

    boolean isLateIn(Path folder) {
        return late.filter(call -> call.path().startsWith(folder)).isPresent();
    }

    void lands() {
        late.ifPresent(call -> call.effect().run());
        late = Optional.empty();
    }

    /**
     * Another process of it serves, perhaps of another version: what the old one was still at ended with it, and what
     * is mounted stays.
     */
    void cameBack(boolean staging) {
        late = Optional.empty();
        stages = staging;
    }

    void rebooted() {
        late = Optional.empty();
        staged.clear();
        leftovers.addAll(published.keySet());
        published.clear();
        grouped.clear();
    }

    @Override
    public CallSecrets secrets(DesiredState desired) {
        return CallSecrets.NONE;
    }

    @Override
    public NodePlugin with(CallSecrets read) {
        return this;
    }

    @Override
    public CallOutcome stage(DesiredState desired, Path staging) {
        must(stages, "staged by a plugin that does not stage");
        return faulty(staging, () -> staged.add(staging), false);
    }

    @Override
    public CallOutcome publish(DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path) {
        must(staging.isPresent() == stages, "staging path given exactly where the plugin stages");
        must(late.isPresent() || staging.map(staged::contains).orElse(true), "StageBeforePublish");
        if (late.isEmpty() && random.nextDouble() < faults / 8) {
            return new CallOutcome.Rejected(false, true, "FAILED_PRECONDITION, as if it were not staged");
        }
        return faulty(path, () -> published.put(path, staging.orElse(path)), false);
    }

    @Override
    public CallOutcome expand(DesiredState desired, long bytes, Optional<Path> staging, Path path) {
        must(late.isPresent() || published.containsKey(path), "expanded where it is published");
        must(staging.isPresent() == stages, "staging path given exactly where the plugin stages");
        return faulty(path, () -> sizes.merge(desired.assignment().getVolumeId(), bytes, Math::max), false);
    }

    @Override
    public Optional<VolumeStats> stats(String volumeId, Optional<Path> staging, Path path) {
        must(late.isPresent() || published.containsKey(path), "asked about where it is published");
        return Optional.of(new VolumeStats(
                Optional.empty(),
                Optional.empty(),
                random.nextBoolean() ? Optional.of("something is wrong") : Optional.empty()));
    }

    @Override
    public CallOutcome unpublish(String volumeId, Path path) {
        judgeTakingDown.run();
        if (late.isEmpty() && random.nextDouble() < faults / 8) {
            return new CallOutcome.Rejected(true, false, "NOT_FOUND, as the plugin has forgotten what it mounted");
        }
        return faulty(
                path,
                () -> {
                    published.remove(path);
                    grouped.remove(path);
                    leftovers.remove(path);
                },
                !published.containsKey(path));
    }

    @Override
    public CallOutcome unstage(String volumeId, Path staging) {
        judgeTakingDown.run();
        must(stages, "unstaged by a plugin that does not stage");
        must(late.isPresent() || !published.containsValue(staging), "UnpublishBeforeUnstage");
        if (late.isEmpty() && random.nextDouble() < faults / 8) {
            return new CallOutcome.Rejected(true, false, "NOT_FOUND, as the plugin has forgotten what it staged");
        }
        return faulty(staging, () -> staged.remove(staging), !staged.contains(staging));
    }

    private CallOutcome faulty(Path path, Runnable effect, boolean nothingThere) {
        if (late.isPresent()) {
            return new CallOutcome.Uncertain("ABORTED: an earlier call still runs");
        }
        if (random.nextDouble() < deaths) {
            switch (random.nextInt(3)) {
                case 0 -> effect.run();
                case 1 -> late = Optional.of(new Late(path, effect));
                default -> {}
            }
            throw new Died();
        }
        if (random.nextDouble() >= faults) {
            if (nothingThere && random.nextBoolean()) {
                return new CallOutcome.Rejected(true, false, "NOT_FOUND");
            }
            effect.run();
            return new CallOutcome.Done();
        }
        return switch (random.nextInt(5)) {
            case 0 -> new CallOutcome.Rejected(false, false, "PERMISSION_DENIED");
            case 1 -> new CallOutcome.NotSent("a secret is missing");
            case 2 -> new CallOutcome.Uncertain("UNAVAILABLE before anything was done");
            case 3 -> {
                effect.run();
                yield new CallOutcome.Uncertain("INTERNAL after all was done");
            }
            default -> {
                late = Optional.of(new Late(path, effect));
                yield new CallOutcome.Uncertain("DEADLINE_EXCEEDED, still running");
            }
        };
    }

    private static void must(boolean holds, String invariant) {
        if (!holds) {
            throw new AssertionError(invariant);
        }
    }
}
