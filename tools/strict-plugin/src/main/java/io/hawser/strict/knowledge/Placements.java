package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.RequestFields;
import io.hawser.strict.call.Rpc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where each volume is, as far as the caller can know. */
public final class Placements {

    private static final Placement NOWHERE = new Placement();

    private final Map<String, Map<String, Placement>> byVolume = new HashMap<>();
    /** The nodes of deleted volumes. Many volumes share few sets, because a bench deletes a million volumes. */
    private final Map<String, Set<String>> left = new HashMap<>();

    private final Map<Set<String>, Set<String>> nodeSets = new HashMap<>();
    private final Map<String, String> stagingOwners = new HashMap<>();
    private final Map<String, String> targetOwners = new HashMap<>();

    /** One volume on one node; an empty placement if it was never there. */
    public Placement at(String volume, String node) {
        return byVolume.getOrDefault(volume, Map.of()).getOrDefault(node, NOWHERE);
    }

    /** Every placement of a volume, by node. */
    public Map<String, Placement> of(String volume) {
        return byVolume.getOrDefault(volume, Map.of());
    }

    /** Whether a deleted volume had ever been on this node, or was to be. */
    public boolean leftBehind(String volume, String node) {
        return left.getOrDefault(volume, Set.of()).contains(node);
    }

    /** Another volume that is, or may be, staged at this path of this node. */
    public Optional<String> otherStagedAt(String node, String path, String volume) {
        return Optional.ofNullable(stagingOwners.get(node + " " + path))
                .filter(owner -> !owner.equals(volume))
                .filter(owner -> !at(owner, node).staging().absent()
                        && at(owner, node).stagingPath().equals(path));
    }

    /** Another volume that is, or may be, published at this path of this node. */
    public Optional<String> otherPublishedAt(String node, String path, String volume) {
        return Optional.ofNullable(targetOwners.get(node + " " + path))
                .filter(owner -> !owner.equals(volume))
                .filter(owner -> at(owner, node)
                        .target(path)
                        .map(target -> !target.standing().absent())
                        .orElse(false));
    }

    /** A volume that existed before this process began. */
    void restore(StoredVolume volume) {
        volume.attachments().forEach((node, a) -> restored(volume, node)
                .restoreAttachment(a.capability(), a.readonly(), a.context(), a.complete()));
        volume.stagings().forEach((node, s) -> {
            restored(volume, node).restoreStaging(s.capability(), s.path(), s.complete());
            stagingOwners.put(node + " " + s.path(), volume.name());
        });
        volume.publications()
                .forEach((node, targets) -> targets.forEach((path, p) -> {
                    restored(volume, node).restoreTarget(p.capability(), path, p.readonly());
                    targetOwners.put(node + " " + path, volume.name());
                }));
    }

    private Placement restored(StoredVolume volume, String node) {
        return byVolume.computeIfAbsent(volume.name(), v -> new LinkedHashMap<>())
                .computeIfAbsent(node, n -> new Placement());
    }

    /** The machine is gone: it certainly has nothing of any volume. */
    public void wipe(String node) {
        byVolume.values()
                .forEach(placements -> Optional.ofNullable(placements.get(node)).ifPresent(Placement::wipe));
    }

    void sent(Call call) {
        RequestFields fields = call.fields();
        String volume = call.subject().key();
        switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME -> {
                Placement placement = arriving(volume, fields.nodeId(), call);
                placement.attaching(call.id(), fields.readonly(), fields.secrets());
            }
            case NODE_STAGE_VOLUME -> {
                arriving(volume, call.node(), call).staging(call.id(), fields.stagingPath());
                stagingOwners.put(call.node() + " " + fields.stagingPath(), volume);
            }
            case NODE_PUBLISH_VOLUME -> {
                arriving(volume, call.node(), call).publishing(call.id(), fields.targetPath(), fields.readonly());
                targetOwners.put(call.node() + " " + fields.targetPath(), volume);
            }
            default -> undone(call).forEach(standing -> standing.undoing(call.id()));
        }
    }

    private Placement arriving(String volume, String node, Call call) {
        Placement placement = byVolume.computeIfAbsent(volume, v -> new LinkedHashMap<>())
                .computeIfAbsent(node, n -> new Placement());
        placement.came(call.id(), call.fields().capability());
        return placement;
    }

    void ended(Call call, StatusMeaning ending, Optional<Message> response) {
        RequestFields fields = call.fields();
        String volume = call.subject().key();
        switch (call.rpc()) {
            case CONTROLLER_PUBLISH_VOLUME -> {
                Placement placement = at(volume, fields.nodeId());
                placement.attachment().ended(call.id(), true, ending);
                response.map(ControllerPublishVolumeResponse.class::cast)
                        .ifPresent(answer -> placement.attached(answer.getPublishContextMap()));
            }
            case NODE_STAGE_VOLUME -> at(volume, call.node()).staging().ended(call.id(), true, ending);
            case NODE_PUBLISH_VOLUME ->
                at(volume, call.node()).target(fields.targetPath()).ifPresent(target -> target.standing()
                        .ended(call.id(), true, ending));
            default -> {
                undone(call).forEach(standing -> standing.ended(call.id(), false, ending));
                if (call.rpc() == Rpc.NODE_UNPUBLISH_VOLUME) {
                    at(volume, call.node()).unpublished(fields.targetPath());
                }
                if (call.rpc() == Rpc.DELETE_VOLUME && ending == StatusMeaning.DONE) {
                    leave(volume);
                }
            }
        }
        forgetOwners(call);
    }

    private void leave(String volume) {
        Map<String, Placement> placements = byVolume.remove(volume);
        if (placements != null) {
            Set<String> nodes = new HashSet<>(placements.keySet());
            nodes.addAll(left.getOrDefault(volume, Set.of()));
            left.put(volume, nodeSets.computeIfAbsent(Set.copyOf(nodes), same -> same));
        }
    }

    /** Paths are not kept for ever, because a bench uses a million of them. */
    private void forgetOwners(Call call) {
        Placement placement = at(call.subject().key(), call.node());
        String path = call.fields().stagingPath();
        if (call.rpc() == Rpc.NODE_UNSTAGE_VOLUME && placement.staging().absent()) {
            stagingOwners.remove(call.node() + " " + path, call.subject().key());
        }
        String target = call.fields().targetPath();
        if (call.rpc() == Rpc.NODE_UNPUBLISH_VOLUME && placement.target(target).isEmpty()) {
            targetOwners.remove(call.node() + " " + target, call.subject().key());
        }
    }

    private Collection<Standing> undone(Call call) {
        RequestFields fields = call.fields();
        String volume = call.subject().key();
        return switch (call.rpc()) {
            case CONTROLLER_UNPUBLISH_VOLUME -> {
                // An empty node id means every node.
                List<Standing> standings = new ArrayList<>();
                of(volume).forEach((node, placement) -> {
                    if (fields.nodeId().isEmpty() || fields.nodeId().equals(node)) {
                        standings.add(placement.attachment());
                    }
                });
                yield standings;
            }
            case NODE_UNSTAGE_VOLUME ->
                of(volume).containsKey(call.node())
                        ? List.of(at(volume, call.node()).staging())
                        : List.of();
            case NODE_UNPUBLISH_VOLUME ->
                at(volume, call.node())
                        .target(fields.targetPath())
                        .map(target -> List.of(target.standing()))
                        .orElse(List.of());
            default -> List.of();
        };
    }
}
