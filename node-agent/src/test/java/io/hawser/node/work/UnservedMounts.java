package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.testkit.mount.UnservedFileSystem;
import io.hawser.v1.AssignmentTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Mounts file systems that nobody serves for volumes whose ids begin with "lost", and nothing for others. Takes down
 * what it mounted without a look at it,
 * as CSI wants it of a plugin whose storage is gone.
 */
final class UnservedMounts extends ScriptedNodeCalls implements AutoCloseable {
    private final Function<Path, UnservedFileSystem> kind;
    private final Map<Path, UnservedFileSystem> mounted = new ConcurrentHashMap<>();

    UnservedMounts(Function<Path, UnservedFileSystem> kind) {
        this.kind = kind;
        // It makes the folders itself, below what it mounts there.
        this.seesNode = false;
    }

    @Override
    public CallOutcome stage(DesiredState desired, Path staging) {
        mount(desired.assignment().getVolumeId(), staging);
        return super.stage(desired, staging);
    }

    @Override
    public CallOutcome publish(DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path) {
        try {
            Files.createDirectory(path);
        } catch (IOException e) {
            return new CallOutcome.Uncertain(e.toString());
        }
        mount(desired.assignment().getVolumeId(), path);
        return super.publish(desired, target, staging, path);
    }

    @Override
    public CallOutcome unpublish(String volumeId, Path path) {
        unmount(path);
        return super.unpublish(volumeId, path);
    }

    @Override
    public CallOutcome unstage(String volumeId, Path staging) {
        unmount(staging);
        return super.unstage(volumeId, staging);
    }

    private void mount(String volumeId, Path path) {
        if (volumeId.startsWith("lost")) {
            mounted.put(path, kind.apply(path));
        }
    }

    private void unmount(Path path) {
        Optional.ofNullable(mounted.remove(path)).ifPresent(UnservedFileSystem::close);
    }

    /** What waits for a file system goes on. */
    @Override
    public void close() {
        mounted.values().forEach(UnservedFileSystem::close);
    }
}
