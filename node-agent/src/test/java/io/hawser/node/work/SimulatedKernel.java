package io.hawser.node.work;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.node.mounttable.files.Kernel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The mount table of a node whose plugin is simulated. */
final class SimulatedKernel implements Kernel {
    private final SimulatedPlugin plugin;
    private final boolean visibleMounts;
    private int boots;

    SimulatedKernel(SimulatedPlugin plugin, boolean visibleMounts) {
        this.plugin = plugin;
        this.visibleMounts = visibleMounts;
    }

    void reboots() {
        boots++;
    }

    @Override
    public MountTable mounts() {
        Stream<Path> paths =
                visibleMounts ? Stream.concat(plugin.staged.stream(), plugin.published.keySet().stream()) : Stream.of();
        return new MountTable(paths.map(path -> new MountEntry(path, "8:1", "/d", Set.of(), "ext4", "/dev/sda1"))
                .toList());
    }

    @Override
    public String bootId() {
        return "boot-" + boots;
    }

    @Override
    public Sighting look(Path path, Path folder) {
        Sighting mount = mountAt(path);
        return mount.mounted().isPresent() ? mount : new Sighting(Optional.empty(), leaf(path));
    }

    /**
     * A mount that is not seen from here leaves a folder to be seen, and so does a plugin that removes none.
     */
    private Leaf leaf(Path path) {
        boolean there = plugin.published.containsKey(path) || plugin.staged.contains(path);
        return there || plugin.leftovers.contains(path) ? Leaf.EMPTY_FOLDER : Leaf.ABSENT;
    }
}
