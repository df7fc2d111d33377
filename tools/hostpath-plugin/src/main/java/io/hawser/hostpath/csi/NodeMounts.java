package io.hawser.hostpath.csi;

import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.mount.MountSource;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.AccessType;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** What the kernel shows of volumes on this node: mounts, and loop devices. */
record NodeMounts(StateFolder state, LoopDevices devices) {
    static boolean isBlock(Capability capability) {
        return capability.type() == AccessType.BLOCK;
    }

    /** The recorded paths at which the volume really is. */
    Set<Path> live(NodeVolume volume) throws IOException {
        Set<Path> live = new HashSet<>();
        if (volume.isEmpty()) return live;
        List<Path> sources = sources(volume.id());
        MountTable table = MountTable.read();
        Stream<Path> recorded = Stream.concat(
                volume.staging().map(Staging::path).stream(),
                volume.targets().stream().map(Target::path));
        for (Path path : recorded.toList()) {
            if (real(path)
                    .flatMap(table::at)
                    .filter(mount -> MountSource.anyShownBy(sources, mount, table))
                    .isPresent()) live.add(path);
        }
        // A block volume is staged as a device; its staging path stays empty.
        Optional<Staging> device = volume.staging().filter(s -> isBlock(s.capability()));
        if (device.isPresent() && !devices.of(volume.id()).isEmpty())
            live.add(device.get().path());
        return live;
    }

    /** Without the targets of which not even the leaf is there: nothing is mounted, and nothing is to be removed. */
    static NodeVolume withoutGone(NodeVolume volume) throws IOException {
        NodeVolume left = volume;
        for (Target target : volume.targets()) {
            Optional<Path> at = real(target.path());
            if (at.isEmpty() || Files.notExists(at.get(), LinkOption.NOFOLLOW_LINKS))
                left = left.withoutTarget(target.path());
        }
        return left;
    }

    /** Whether the volume is mounted at this path. */
    boolean shown(VolumeId id, Path at) throws IOException {
        List<Path> sources = sources(id);
        MountTable table = MountTable.read();
        return table.at(at)
                .filter(mount -> MountSource.anyShownBy(sources, mount, table))
                .isPresent();
    }

    /**
     * What mounts of the volume show on this node: its directory, or its devices. If its data are gone, another
     * machine's instance may have deleted them while this node was fenced: its mounts show the former directory.
     */
    List<Path> sources(VolumeId id) throws IOException {
        Path data = state.data(id);
        if (isDirectory(id)) return List.of(data);
        List<Path> sources = new ArrayList<>(devices.of(id));
        if (!Files.exists(data, LinkOption.NOFOLLOW_LINKS)) sources.addAll(List.of(data, state.trash(id)));
        return sources;
    }

    /** Also the devices that lost their file: a person may have detached one that is still mounted at a target. */
    List<Path> sourcesOrLost(VolumeId id) throws IOException {
        List<Path> sources = new ArrayList<>(sources(id));
        if (!isDirectory(id)) sources.addAll(LoopDevices.unused());
        return sources;
    }

    /** Whether the volume's data are a directory here, and no block volume's file. */
    boolean isDirectory(VolumeId id) {
        return Files.isDirectory(state.data(id), LinkOption.NOFOLLOW_LINKS);
    }

    /** The size of the volume's device on this node; empty: it has none, because it is a directory. */
    OptionalLong deviceBytes(VolumeId id) throws IOException {
        List<Path> present = isDirectory(id) ? List.of() : devices.of(id);
        if (present.isEmpty()) return OptionalLong.empty();
        try (FileChannel device = FileChannel.open(present.getFirst(), StandardOpenOption.READ)) {
            return OptionalLong.of(device.size());
        }
    }

    /**
     * The path in the mount table's form: its parent without symbolic links, and the leaf unchanged. Empty if the
     * parent is missing.
     */
    static Optional<Path> real(Path path) throws IOException {
        try {
            return Optional.of(
                    Objects.requireNonNull(path.getParent()).toRealPath().resolve(path.getFileName()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** A mount is not accessed: its file system may not answer any more. */
    static boolean isFolderOrMount(Path at) throws IOException {
        return MountTable.read().at(at).isPresent() || Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS);
    }
}
