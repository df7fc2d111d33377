package io.hawser.hostpath.csi;

import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.store.VolumeData;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.CreateDecision;
import io.hawser.hostpath.volume.ExpandDecision;
import io.hawser.hostpath.volume.NewVolume;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.PublishDecision;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.SizeRange;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * The controller's calls: each reads the volume's record under its lock, applies the rules, and writes the record. Any
 * instance may serve any call.
 */
final class ControllerCalls {
    private static final System.Logger LOG = System.getLogger(ControllerCalls.class.getName());

    private final StateFolder state;
    private final VolumeData data;
    private final long maxVolumeBytes;
    private final SecureRandom random = new SecureRandom();

    ControllerCalls(StateFolder state, long maxVolumeBytes) {
        this.state = state;
        this.data = new VolumeData(state);
        this.maxVolumeBytes = maxVolumeBytes;
    }

    Volume create(NewVolume wanted) throws IOException {
        VolumeId fresh = VolumeId.of(wanted.name(), random.nextLong());
        try (Locks.Held held = state.locks().volume(fresh.key())) {
            while (true) {
                switch (CreateDecision.of(state.volume(fresh.key()), wanted, maxVolumeBytes, fresh)) {
                    case CreateDecision.Keep(Volume volume) -> {
                        data.grow(volume);
                        return volume;
                    }
                    case CreateDecision.FinishDeletion(Volume volume) -> data.delete(volume);
                    case CreateDecision.Refuse(var refusal) -> throw new RefusedException(refusal);
                    case CreateDecision.Create(Volume volume) -> {
                        make(volume);
                        data.grow(volume);
                        return volume;
                    }
                }
            }
        }
    }

    private void make(Volume volume) throws IOException {
        try {
            data.create(volume);
            state.write(volume);
        } catch (IOException failed) {
            // The next attempt has another id, so nobody would find what is there of this one.
            try {
                data.discard(volume.id());
            } catch (IOException | RefusedException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
    }

    void delete(VolumeId id) throws IOException {
        if (state.volume(id).isEmpty()) return;
        try (Locks.Held held = state.locks().takingDown().volume(id.key())) {
            Optional<Volume> volume = state.volume(id);
            if (volume.isEmpty()) return;
            if (!volume.get().publications().isEmpty())
                throw new RefusedException(
                        Reason.FAILED_PRECONDITION,
                        "the volume is still published to "
                                + volume.get().publications().keySet());
            data.delete(volume.get());
        }
    }

    /** The volume in its new size. */
    Volume expand(VolumeId id, SizeRange wanted) throws IOException {
        try (Locks.Held held = state.locks().volume(id.key())) {
            return switch (ExpandDecision.of(ready(id), wanted, maxVolumeBytes)) {
                case ExpandDecision.Refuse(var refusal) -> throw new RefusedException(refusal);
                case ExpandDecision.Keep(Volume volume) -> {
                    data.grow(volume);
                    yield volume;
                }
                case ExpandDecision.Grow(Volume volume) -> {
                    state.write(volume);
                    data.grow(volume);
                    yield volume;
                }
            };
        }
    }

    Publication publish(VolumeId id, NodeId node, Capability capability, boolean readOnly) throws IOException {
        try (Locks.Held held = state.locks().volume(id.key())) {
            Volume volume = ready(id);
            Publication wanted =
                    new Publication(node, capability, readOnly, HexFormat.of().toHexDigits(random.nextLong()));
            return switch (PublishDecision.of(volume, wanted)) {
                case PublishDecision.Keep(Publication publication) -> publication;
                case PublishDecision.Refuse(var refusal) -> throw new RefusedException(refusal);
                case PublishDecision.Add(Publication publication) -> {
                    state.write(volume.with(publication));
                    yield publication;
                }
            };
        }
    }

    /** @param node empty: every node */
    void unpublish(VolumeId id, Optional<NodeId> node) throws IOException {
        if (state.volume(id).isEmpty()) return;
        try (Locks.Held held = state.locks().takingDown().volume(id.key())) {
            Optional<Volume> volume = state.volume(id);
            if (volume.isEmpty()) return;
            Set<NodeId> published = volume.get().publications().keySet();
            Set<NodeId> leaving = node.map(Set::of).orElse(published);
            if (leaving.stream().noneMatch(published::contains)) return;
            whileIdle(
                    id,
                    new ArrayDeque<>(leaving),
                    () -> state.release(volume.get().withoutPublications(leaving)));
        }
    }

    private interface Change {
        void make() throws IOException;
    }

    /**
     * A running node call has read the publication. If the publication were removed during that call, the volume would
     * be mounted later without one.
     */
    private void whileIdle(VolumeId id, Deque<NodeId> nodes, Change change) throws IOException {
        if (nodes.isEmpty()) {
            change.make();
            return;
        }
        NodeId node = nodes.pop();
        try (Locks.Held held = state.locks().takingDown().onNode(id, node)) {
            // Allowed, because a lost node can never unstage. The warning is for an orchestrator that does this to a
            // living node.
            if (!state.onNode(id, node).isEmpty())
                LOG.log(
                        Level.WARNING,
                        "volume " + id + " is unpublished from node " + node + ", which has not unstaged it");
            whileIdle(id, nodes, change);
        }
    }

    Volume ready(VolumeId id) throws IOException {
        return state.volume(id)
                .filter(v -> v.phase() == Volume.Phase.READY)
                .orElseThrow(() -> Requests.unknownVolume(id.text()));
    }
}
