package io.hawser.hostpath.csi;

import io.hawser.hostpath.mount.BindMounts;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.node.NodeDecision;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.store.VolumeData;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Refusal;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.SizeRange;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The node's calls. The record is written before a mount is made and changed after the mount is gone. A crash at any
 * point therefore leaves a record that names too much, never too little. Repeating the call, or calling its opposite,
 * repairs it.
 */
final class NodeCalls {
    private final StateFolder state;
    private final VolumeData data;
    private final NodeId node;
    private final LoopDevices devices;
    private final NodeMounts seen;

    NodeCalls(StateFolder state, NodeId node) {
        this.state = state;
        this.data = new VolumeData(state);
        this.node = node;
        this.devices = new LoopDevices(node);
        this.seen = new NodeMounts(state, devices);
    }

    void stage(VolumeId id, Map<String, String> publishContext, Staging wanted) throws IOException {
        try (Locks.Held held = state.locks().onNode(id, node)) {
            Publication publication = publication(id, publishContext);
            NodeVolume before = state.onNode(id, node);
            // What another machine of this node's name had is no writer for the other nodes.
            NodeVolume after =
                    NodeMounts.withoutGone(go(NodeDecision.stage(before, seen.live(before), publication, wanted)));
            Optional<Path> real = NodeMounts.real(wanted.path());
            if (real.isEmpty() || !NodeMounts.isFolderOrMount(real.get()))
                throw refused("staging_target_path: is not a directory; the orchestrator makes it");
            Path at = real.get();
            record(before, after);
            if (NodeMounts.isBlock(wanted.capability()))
                devices.attach(id, data.existing(id), readsOnly(publication, wanted));
            else BindMounts.mount(data.existing(id), at, Set.of());
        }
    }

    void unstage(VolumeId id, Path path) throws IOException {
        try (Locks.Held held = state.locks().takingDown().onNode(id, node)) {
            NodeVolume before = state.onNode(id, node);
            Set<Path> live = seen.live(before);
            NodeVolume after = go(NodeDecision.unstage(before, live, path));
            Optional<Path> at = NodeMounts.real(path);
            if (at.isPresent() && (!after.equals(before) || seen.shown(id, at.get())))
                BindMounts.unmount(seen.sources(id), at.get());
            boolean used =
                    after.staging().isPresent() || after.targets().stream().anyMatch(t -> live.contains(t.path()));
            if (!used && !seen.isDirectory(id)) devices.detach(id);
            release(before, after);
        }
    }

    void publish(VolumeId id, Map<String, String> publishContext, Path staging, Target wanted) throws IOException {
        try (Locks.Held held = state.locks().onNode(id, node)) {
            Publication publication = publication(id, publishContext);
            NodeVolume before = state.onNode(id, node);
            NodeVolume after = go(NodeDecision.publish(before, seen.live(before), publication, staging, wanted));
            Path at = NodeMounts.real(wanted.path())
                    .orElseThrow(() -> refused("target_path: the orchestrator makes its parent, which is missing"));
            boolean block = NodeMounts.isBlock(wanted.capability());
            requireFree(at, id, block);
            if (NodeDecision.writesAlone(publication, wanted)) recordWriter(before, after);
            else record(before, after);
            Set<MountFlag> flags = flags(publication, wanted);
            try {
                if (block) Files.createFile(at);
                else Files.createDirectory(at);
            } catch (FileAlreadyExistsException e) {
                // requireFree has checked what is there.
            }
            // A device's file is writable through a read-only mount, so a read-only target is a read-only device.
            if (block)
                BindMounts.mount(devices.attach(id, data.existing(id), flags.contains(MountFlag.RO)), at, Set.of());
            else BindMounts.mount(data.existing(id), at, flags);
        }
    }

    void unpublish(VolumeId id, Path path) throws IOException {
        try (Locks.Held held = state.locks().takingDown().onNode(id, node)) {
            NodeVolume before = state.onNode(id, node);
            Optional<Path> at = NodeMounts.real(path);
            boolean ours = before.targetAt(path).isPresent();
            if (at.isPresent() && (ours || seen.shown(id, at.get()))) {
                BindMounts.unmount(ours ? seen.sourcesOrLost(id) : seen.sources(id), at.get());
                removeLeaf(at.get());
            }
            release(before, before.withoutTarget(path));
        }
    }

    /**
     * Lets the volume's devices on this node have its size.
     *
     * @return the size
     */
    long expand(VolumeId id, Path path, SizeRange wanted) throws IOException {
        try (Locks.Held held = state.locks().onNode(id, node)) {
            Volume volume = ready(id);
            if (!mountedAt(id, path))
                throw new RefusedException(Reason.NOT_FOUND, "volume_path: the volume is not mounted there");
            if (!wanted.admits(volume.capacityBytes()))
                throw new RefusedException(
                        Reason.OUT_OF_RANGE,
                        "capacity_range: the volume has " + volume.capacityBytes()
                                + " bytes: ControllerExpandVolume first");
            if (volume.isBlock()) devices.resize(id);
            return volume.capacityBytes();
        }
    }

    /** Whether the volume is mounted at this path, by the record and by the mount table. */
    boolean mountedAt(VolumeId id, Path path) throws IOException {
        return seen.live(state.onNode(id, node)).contains(path);
    }

    /** The size of the volume's device on this node; empty: it has none, because it is a directory. */
    OptionalLong deviceBytes(VolumeId id) throws IOException {
        return seen.deviceBytes(id);
    }

    private Publication publication(VolumeId id, Map<String, String> publishContext) throws IOException {
        Publication publication = ready(id)
                .publicationOn(node)
                .orElseThrow(() ->
                        refused("the volume is not published to node " + node + ": ControllerPublishVolume first"));
        String token = publishContext.getOrDefault(Responses.PUBLICATION, "");
        if (token.isEmpty()) throw Requests.invalid("publish_context: lacks what ControllerPublishVolume returned");
        if (!token.equals(publication.token())) throw refused("publish_context: is that of an earlier publication");
        return publication;
    }

    private Volume ready(VolumeId id) throws IOException {
        return state.volume(id)
                .filter(v -> v.phase() == Volume.Phase.READY)
                .orElseThrow(() -> Requests.unknownVolume(id.text()));
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

    /** The record shows the other nodes that this one writes. */
    private void recordWriter(NodeVolume before, NodeVolume after) throws IOException {
        VolumeId id = after.id();
        try (Locks.Held allNodes = state.locks().volume(id.key())) {
            // A lost node, from which the volume was detached, keeps its record and is not among these.
            Map<Publication, NodeVolume> others = new LinkedHashMap<>();
            for (Publication other : ready(id).publications().values()) {
                if (!other.node().equals(node)) others.put(other, state.onNode(id, other.node()));
            }
            Optional<Refusal> refusal = NodeDecision.otherWriter(others);
            if (refusal.isPresent()) throw new RefusedException(refusal.get());
            record(before, after);
        }
    }

    private void release(NodeVolume before, NodeVolume after) throws IOException {
        if (!after.equals(before)) state.release(after, node);
    }

    /** Makes sure that a mount here hides nothing and ends up nowhere else. */
    private void requireFree(Path at, VolumeId id, boolean block) throws IOException {
        if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) || seen.shown(id, at)) return;
        if (block) {
            if (!Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS) || Files.size(at) > 0)
                throw refused("target_path: is there and not an empty file");
            return;
        }
        if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS))
            throw refused("target_path: is there and not a directory");
        try (Stream<Path> files = Files.list(at)) {
            if (files.findAny().isPresent()) throw refused("target_path: is there and not empty");
        }
    }

    private static void removeLeaf(Path at) throws IOException {
        if (Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS) && Files.size(at) > 0)
            throw new RefusedException(
                    Reason.INTERNAL, "target_path: is unmounted, but its file has content; it is kept");
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

    private static boolean readsOnly(Publication publication, Staging wanted) {
        return wanted.capability().readOnly() || publication.onlyReads();
    }

    private static RefusedException refused(String message) {
        return new RefusedException(Reason.FAILED_PRECONDITION, message);
    }
}
