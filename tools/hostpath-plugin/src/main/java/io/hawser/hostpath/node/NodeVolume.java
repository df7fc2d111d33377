package io.hawser.hostpath.node;

import io.hawser.hostpath.volume.VolumeId;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The mounts that one node was asked to make of one volume. The record is written before the mount and removed after
 * the unmount, so it names every possible mount. Only the kernel's mount table shows which of them exist.
 */
public record NodeVolume(VolumeId id, Optional<Staging> staging, List<Target> targets) {
    public NodeVolume {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(staging, "staging");
        targets = List.copyOf(targets);
        if (targets.stream().map(Target::path).distinct().count() != targets.size())
            throw new IllegalArgumentException("targets: the same path twice");
    }

    public static NodeVolume none(VolumeId id) {
        return new NodeVolume(id, Optional.empty(), List.of());
    }

    public boolean isEmpty() {
        return staging.isEmpty() && targets.isEmpty();
    }

    public Optional<Target> targetAt(Path path) {
        return targets.stream().filter(t -> t.path().equals(path)).findFirst();
    }

    public NodeVolume with(Staging staged) {
        return new NodeVolume(id, Optional.of(staged), targets);
    }

    public NodeVolume with(Target target) {
        List<Target> others = withoutTarget(target.path()).targets();
        return new NodeVolume(
                id, staging, Stream.concat(others.stream(), Stream.of(target)).toList());
    }

    public NodeVolume withoutStaging() {
        return new NodeVolume(id, Optional.empty(), targets);
    }

    public NodeVolume withoutTarget(Path path) {
        return new NodeVolume(
                id,
                staging,
                targets.stream().filter(t -> !t.path().equals(path)).toList());
    }
}
