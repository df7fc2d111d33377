package io.hawser.bench.agent;

import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.mount.BindMounts;
import io.hawser.strict.backend.NodeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Real bind mounts by system calls: the agent reads a mount table of the real size. */
final class KernelMounts implements NodeFiles {
    private final Path data;

    /** @param data folder of the volumes' contents */
    KernelMounts(Path data) {
        this.data = data;
    }

    @Override
    public void stage(String volumeId, Path staging) throws IOException {
        BindMounts.mount(Files.createDirectories(data.resolve(volumeId)), staging.toRealPath(), Set.of());
    }

    @Override
    public void unstage(String volumeId, Path staging) throws IOException {
        BindMounts.unmount(List.of(data.resolve(volumeId)), staging);
    }

    @Override
    public void publish(String volumeId, Path target, boolean readonly, boolean block) throws IOException {
        prepare(target, block);
        BindMounts.mount(data.resolve(volumeId), target.toRealPath(), Set.of());
    }

    @Override
    public void unpublish(Path target) throws IOException {
        if (Files.exists(target)) {
            Libc.umount(target, 0);
            Files.delete(target);
        }
    }
}
