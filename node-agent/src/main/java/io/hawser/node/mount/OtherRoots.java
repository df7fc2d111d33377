package io.hawser.node.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Roots of other agents on this machine, as far as the kernel shows mounts in them. */
public final class OtherRoots {
    private OtherRoots() {}

    /**
     * Every folder except the agent's own that has a mount where an agent's plugins mount. A folder inside a mounted
     * volume is no root: it may be anybody's data, on a file system that does not answer.
     */
    public static Set<Path> of(RootLayout own, MountTable table) {
        List<Path> volumes = table.entries().stream()
                .map(MountEntry::mountPoint)
                .filter(path -> RootLayout.of(path).isPresent())
                .toList();
        Set<Path> roots = new TreeSet<>();
        for (Path volume : volumes) {
            RootLayout.of(volume)
                    .map(RootLayout::root)
                    .filter(root -> !root.equals(own.root()) && volumes.stream().noneMatch(root::startsWith))
                    .ifPresent(roots::add);
        }
        return roots;
    }
}
