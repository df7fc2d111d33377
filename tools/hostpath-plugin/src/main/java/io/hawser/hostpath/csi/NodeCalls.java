package io.hawser.hostpath.csi;

import io.hawser.hostpath.mount.BindMounts;
import io.hawser.hostpath.mount.MountSource;
import io.hawser.hostpath.node.NodeDecision;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The node's calls. The record is written before a mount is made and changed after the mount is gone. A crash at any
 * point therefore leaves a record that names too much, never too little. Repeating the call, or calling its opposite,
 * repairs it.
 */
final class NodeCalls {
    private final StateFolder state;
    private final NodeId node;

    NodeCalls(StateFolder state, NodeId node) {
        this.state = state;
        this.node = node;
    }

    void stage(VolumeId id, Map<String, String> publishContext, Staging wanted) throws IOException {
        publication(id, publishContext);
        try (Locks.Held held = state.locks().onNode(id, node)) {
            Publication publication = publication(id, publishContext);
            NodeVolume before = state.onNode(id, node);
            NodeVolume after = go(NodeDecision.stage(before, live(before), publication, wanted));
            Optional<Path> real = real(wanted.path());
            if (real.isEmpty() || !isFolderOrMount(real.get()))
                throw refused("staging_target_path: is not a directory; the orchestrator makes it");
            Path at = real.get();
            record(before, after);
            BindMounts.mount(existingData(id), at, Set.of());
        }
    }

    void unstage(VolumeId id, Path path) throws IOException {
        try (Locks.Held held = state.locks().onNode(id, node)) {
            NodeVolume before = state.onNode(id, node);
            NodeVolume after = go(NodeDecision.unstage(before, live(before), path));
            Optional<Path> at = real(path);
            if (at.isPresent() && (!after.equals(before) || shown(id, at.get())))
                BindMounts.unmount(state.data(id), at.get());
            record(before, after);
        }
    }

    void publish(VolumeId id, Map<String, String> publishContext, Path staging, Target wanted) throws IOException {
        publication(id, publishContext);
        try (Locks.Held held = state.locks().onNode(id, node)) {
            Publication publication = publication(id, publishContext);
            NodeVolume before = state.onNode(id, node);
            NodeVolume after = go(NodeDecision.publish(before, live(before), publication, staging, wanted));
            Path at = real(wanted.path())
                    .orElseThrow(() -> refused("target_path: the orchestrator makes its parent, which is missing"));
            requireFree(at, id);
            record(before, after);
            try {
                Files.createDirectory(at);
            } catch (FileAlreadyExistsException e) {
                // requireFree has checked the existing folder.
            }
            BindMounts.mount(existingData(id), at, flags(publication, wanted));
        }
    }

    void unpublish(VolumeId id, Path path) throws IOException {
        try (Locks.Held held = state.locks().onNode(id, node)) {
            NodeVolume before = state.onNode(id, node);
            Optional<Path> at = real(path);
            boolean ours = before.targetAt(path).isPresent();
            if (at.isPresent() && (ours || shown(id, at.get()))) {
                BindMounts.unmount(state.data(id), at.get());
                removeLeaf(at.get());
            }
            record(before, before.withoutTarget(path));
        }
    }

    /** Whether the volume is mounted at this path, by the record and by the mount table. */
    boolean mountedAt(VolumeId id, Path path) throws IOException {
        return live(state.onNode(id, node)).contains(path);
    }

    private Publication publication(VolumeId id, Map<String, String> publishContext) throws IOException {
        Volume volume = state.volume(id)
                .filter(v -> v.phase() == Volume.Phase.READY)
                .orElseThrow(() -> Requests.unknownVolume(id.text()));
        Publication publication = volume.publicationOn(node)
                .orElseThrow(() ->
                        refused("the volume is not published to node " + node + ": ControllerPublishVolume first"));
        String token = publishContext.getOrDefault(Responses.PUBLICATION, "");
        if (token.isEmpty()) throw Requests.invalid("publish_context: lacks what ControllerPublishVolume returned");
        if (!token.equals(publication.token())) throw refused("publish_context: is that of an earlier publication");
        return publication;
    }

    private static NodeVolume go(NodeDecision decision) {
        return switch (decision) {
            case NodeDecision.Go(NodeVolume after) -> after;
            case NodeDecision.Refuse(var refusal) -> throw new RefusedException(refusal);
        };
    }

    private void record(NodeVolume before, NodeVolume after) throws IOException {
        if (!after.equals(before)) state.write(after, node);
    }

    private Set<Path> live(NodeVolume volume) throws IOException {
        Set<Path> live = new HashSet<>();
        if (volume.isEmpty()) return live;
        MountTable table = MountTable.read();
        MountSource source = MountSource.of(state.data(volume.id()), table);
        Stream<Path> recorded = Stream.concat(
                volume.staging().map(Staging::path).stream(),
                volume.targets().stream().map(Target::path));
        for (Path path : recorded.toList()) {
            if (real(path).flatMap(table::at).filter(source::shownBy).isPresent()) live.add(path);
        }
        return live;
    }

    private boolean shown(VolumeId id, Path at) throws IOException {
        MountTable table = MountTable.read();
        return table.at(at)
                .filter(MountSource.of(state.data(id), table)::shownBy)
                .isPresent();
    }

    private Path existingData(VolumeId id) {
        Path data = state.data(id);
        if (!Files.isDirectory(data, LinkOption.NOFOLLOW_LINKS))
            throw new RefusedException(Reason.INTERNAL, "the volume's directory is missing from the state folder");
        return data;
    }

    /**
     * The path in the mount table's form: its parent without symbolic links, and the leaf unchanged. Empty if the
     * parent is missing.
     */
    private static Optional<Path> real(Path path) throws IOException {
        try {
            return Optional.of(
                    Objects.requireNonNull(path.getParent()).toRealPath().resolve(path.getFileName()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** A mount is not accessed: its file system may not answer any more. */
    private static boolean isFolderOrMount(Path at) throws IOException {
        return MountTable.read().at(at).isPresent() || Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes sure that a mount here hides nothing and ends up nowhere else. */
    private void requireFree(Path at, VolumeId id) throws IOException {
        if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) || shown(id, at)) return;
        if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS))
            throw refused("target_path: is there and not a directory");
        try (Stream<Path> files = Files.list(at)) {
            if (files.findAny().isPresent()) throw refused("target_path: is there and not empty");
        }
    }

    private static void removeLeaf(Path at) throws IOException {
        try {
            Files.deleteIfExists(at);
        } catch (DirectoryNotEmptyException e) {
            throw new RefusedException(
                    Reason.INTERNAL, "target_path: is unmounted, but its directory has files, which are kept");
        }
    }

    private static Set<MountFlag> flags(Publication publication, Target wanted) {
        Set<MountFlag> flags = EnumSet.noneOf(MountFlag.class);
        flags.addAll(wanted.capability().flags());
        if (wanted.readOnly() || wanted.capability().readOnly() || publication.onlyReads()) flags.add(MountFlag.RO);
        return flags;
    }

    private static RefusedException refused(String message) {
        return new RefusedException(Reason.FAILED_PRECONDITION, message);
    }
}
