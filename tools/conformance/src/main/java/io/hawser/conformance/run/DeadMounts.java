package io.hawser.conformance.run;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Plan;
import io.hawser.mounts.MountTable;
import io.hawser.testkit.mount.UnservedFileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mounts of dead file systems on folders where nodes have staged volumes. */
final class DeadMounts implements AutoCloseable {
    private static final Duration COMES_WITHIN = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Plan plan;
    private final ConformanceMachine machine;
    private final ActionLog actions;
    private final Disturber disturber;
    private final Map<Path, UnservedFileSystem> dead = new HashMap<>();

    DeadMounts(Plan plan, ConformanceMachine machine, ActionLog actions, Disturber disturber) {
        this.plan = plan;
        this.machine = machine;
        this.actions = actions;
        this.disturber = disturber;
    }

    void cover(String volume, String node) {
        cover(staged(List.of(node), List.of(volume)).stream()
                .findFirst()
                .orElseThrow(() -> new PlayFailedException(volume + " is not staged on " + node)));
    }

    /** Unmounts the dead mount, as a person would. */
    void uncover(String volume, String node) {
        staged(List.of(node), List.of(volume)).stream().distinct().forEach(this::uncover);
    }

    /** Covers a folder that is staged now or soon, and uncovers it later. */
    void coverFor(int which, Duration time) {
        disturber.meanwhile("dead mount", () -> some(which).ifPresent(folder -> {
            try {
                Disturber.pause(time);
            } finally {
                uncover(folder);
            }
        }));
    }

    /** Covers one of the staged folders. */
    private Optional<Path> some(int which) {
        long giveUp = System.nanoTime() + COMES_WITHIN.toNanos();
        while (System.nanoTime() < giveUp) {
            List<Path> folders = staged(ConformanceMachine.NODES, plan.volumes().keySet());
            if (!folders.isEmpty()) {
                Path folder = folders.get(Math.floorMod(which, folders.size()));
                if (isCovered(folder)) {
                    return Optional.of(folder);
                }
            }
            Disturber.pause(LOOK_AGAIN);
        }
        return Optional.empty();
    }

    /** @return false if the folder is gone, because its volume was unstaged meanwhile */
    private boolean isCovered(Path folder) {
        try {
            cover(folder);
            return true;
        } catch (IllegalStateException failed) {
            if (Files.exists(folder)) {
                throw failed;
            }
            return false;
        }
    }

    private List<Path> staged(List<String> nodes, Iterable<String> volumes) {
        List<Path> folders = new ArrayList<>();
        for (String node : nodes) {
            for (String volume : volumes) {
                Path folder = machine.nodeRoot(node).resolve("volumes").resolve(volume);
                MountTable.read().pointsBelow(folder).stream()
                        .filter(point -> point.endsWith("staging"))
                        .forEach(folders::add);
            }
        }
        return folders;
    }

    private synchronized void cover(Path folder) {
        dead.put(folder, UnservedFileSystem.dead(folder));
        // Not before: if the folder is gone, nothing is disturbed.
        actions.disturbed("staging folder", "covered by a dead mount");
    }

    private synchronized void uncover(Path folder) {
        Optional.ofNullable(dead.remove(folder)).ifPresent(mount -> {
            mount.close();
            actions.disturbed("staging folder", "well again");
        });
    }

    /** Unmounts what is left, which would otherwise block the cleanup. */
    @Override
    public synchronized void close() {
        dead.values().forEach(UnservedFileSystem::close);
        dead.clear();
    }
}
