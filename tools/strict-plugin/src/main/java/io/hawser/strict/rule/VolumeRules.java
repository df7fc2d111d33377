package io.hawser.strict.rule;

import com.google.protobuf.Message;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Made;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.VolumeDetails;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules for the volume and node that a call names, and for its fields about them. */
final class VolumeRules {

    private static final Set<Rpc> WITH_VOLUME = Rule.every(rpc -> rpc.sends("volume_id")
            || rpc == Rpc.CREATE_VOLUME
            || rpc == Rpc.CREATE_SNAPSHOT
            || rpc == Rpc.CREATE_VOLUME_GROUP_SNAPSHOT);
    private static final Set<Rpc> BRINGING =
            EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME);
    private static final Set<Rpc> ON_NODE = EnumSet.of(Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME);

    private VolumeRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("volume-created-before-use", WITH_VOLUME, VolumeRules::created)
                        .deciding(),
                Rule.of("volume-not-used-after-delete", WITH_VOLUME, VolumeRules::notDeleted)
                        .deciding(),
                Rule.of(
                        "same-name-same-parameters",
                        EnumSet.of(Rpc.CREATE_VOLUME),
                        (call, world) -> SnapshotRules.sameRequest(call, world.volumes())),
                Rule.of(
                                "node-id-from-node-get-info",
                                EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                                VolumeRules::nodeId)
                        .deciding(),
                Rule.of(
                        "unpublish-names-its-node",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        (call, world) -> Finding.keptIf(!call.fields().nodeId().isEmpty(), "node_id is empty")),
                Rule.of(
                        "volume-context-unchanged",
                        Rule.every(rpc -> rpc.sends("volume_context")),
                        VolumeRules::volumeContext),
                Rule.of("publish-context-unchanged", ON_NODE, VolumeRules::publishContext),
                Rule.of("access-mode-as-created", BRINGING, VolumeRules::asCreated),
                Rule.of("volume-capability-unchanged", BRINGING, VolumeRules::capabilityUnchanged),
                Rule.of(
                        "repeat-publish-unchanged",
                        EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.NODE_PUBLISH_VOLUME),
                        VolumeRules::repeatUnchanged));
    }

    /** The volume of a call, if the caller can know it. */
    static Optional<Made.Known<VolumeDetails>> known(Call call, World world) {
        return world.volumes().known(call.fields().volumeId());
    }

    private static List<String> ids(Message request, Call call) {
        return switch (request) {
            case CreateVolumeRequest create ->
                create.getVolumeContentSource().hasVolume()
                        ? List.of(create.getVolumeContentSource().getVolume().getVolumeId())
                        : List.of();
            case CreateSnapshotRequest snapshot -> List.of(snapshot.getSourceVolumeId());
            case CreateVolumeGroupSnapshotRequest group -> group.getSourceVolumeIdsList();
            default -> List.of(call.fields().volumeId());
        };
    }

    private static Finding created(Call call, World world) {
        List<String> ids = ids(call.request(), call);
        Optional<String> unknown =
                ids.stream().filter(id -> world.volumes().known(id).isEmpty()).findFirst();
        return ids.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(unknown.isEmpty(), "the plugin has not named volume \"" + unknown.orElse("") + "\"");
    }

    private static Finding notDeleted(Call call, World world) {
        List<String> ids = ids(call.request(), call);
        if (ids.isEmpty() || undoneAgain(call, world)) {
            return Finding.NOT_CONCERNED;
        }
        return ids.stream()
                .flatMap(id -> world.volumes().known(id).stream())
                .filter(Made.Known::deleted)
                .findFirst()
                .map(gone -> Finding.broken("volume \"" + gone.id() + "\" was deleted", gone.call()))
                .orElse(Finding.KEPT);
    }

    private static boolean undoneAgain(Call call, World world) {
        return switch (call.rpc()) {
            case DELETE_VOLUME -> true;
            // A detach without a node is for all nodes; another rule judges that.
            case CONTROLLER_UNPUBLISH_VOLUME ->
                call.fields().nodeId().isEmpty()
                        || wasOn(call, world, call.fields().nodeId());
            case NODE_UNSTAGE_VOLUME, NODE_UNPUBLISH_VOLUME -> wasOn(call, world, call.node());
            default -> false;
        };
    }

    private static boolean wasOn(Call call, World world, String node) {
        return world.placements().leftBehind(call.subject().key(), node)
                || world.placements().of(call.subject().key()).containsKey(node);
    }

    private static Finding nodeId(Call call, World world) {
        String nodeId = call.fields().nodeId();
        return nodeId.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(
                        world.readings().gaveNodeId(nodeId), "NodeGetInfo never gave node_id \"" + nodeId + "\"");
    }

    private static Finding volumeContext(Call call, World world) {
        Map<String, String> sent = call.fields().volumeContext();
        // Only a publish or stage must contain the context; a validation may leave it out.
        if (call.rpc() == Rpc.VALIDATE_VOLUME_CAPABILITIES && sent.isEmpty()) {
            return Finding.NOT_CONCERNED;
        }
        return known(call, world)
                .flatMap(volume -> volume.details()
                        .context()
                        .map(context -> Finding.keptIf(
                                context.equals(sent),
                                "sent keys " + sent.keySet() + " of another context",
                                volume.call())))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding publishContext(Call call, World world) {
        Placement placement = world.here(call);
        Map<String, String> sent = call.fields().publishContext();
        if (!world.capabilities().hasAttach()) {
            return Finding.keptIf(sent.isEmpty(), "a publish_context, though nothing gives one");
        }
        return placement.attachment().present()
                ? Finding.keptIf(
                        placement.publishContext().equals(sent),
                        "sent keys " + sent.keySet() + " of another context",
                        placement.attachment().lastCall())
                : Finding.NOT_CONCERNED;
    }

    private static Finding asCreated(Call call, World world) {
        Optional<Made.Known<VolumeDetails>> known = known(call, world);
        List<VolumeCapability> created =
                known.map(volume -> volume.details().capabilities()).orElse(List.of());
        Optional<VolumeCapability> sent = call.fields().capability();
        if (created.isEmpty() || sent.isEmpty()) {
            return Finding.NOT_CONCERNED;
        }
        return Finding.keptIf(
                created.stream()
                        .anyMatch(capability ->
                                capability.getAccessMode().equals(sent.get().getAccessMode())
                                        && capability.getAccessTypeCase()
                                                == sent.get().getAccessTypeCase()),
                sent.get().getAccessMode().getMode() + " " + sent.get().getAccessTypeCase()
                        + " is none of the capabilities that it was created with",
                known.map(Made.Known::call).orElse(0L));
    }

    private static Finding capabilityUnchanged(Call call, World world) {
        Placement placement = world.here(call);
        return placement
                .capability()
                .flatMap(earlier -> call.fields()
                        .capability()
                        .map(sent -> Finding.keptIf(
                                earlier.equals(sent),
                                "another volume_capability than before",
                                placement.capabilityFrom())))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding repeatUnchanged(Call call, World world) {
        boolean readonly = call.fields().readonly();
        if (call.rpc() == Rpc.CONTROLLER_PUBLISH_VOLUME) {
            Placement placement = world.here(call);
            return placement.attachment().absent()
                    ? Finding.NOT_CONCERNED
                    : Finding.keptIf(
                            placement.attachedReadonly() == readonly,
                            "readonly=" + readonly + ", before not",
                            placement.attachment().lastCall());
        }
        return world.here(call)
                .target(call.fields().targetPath())
                .filter(target -> !target.standing().absent())
                .map(target -> Finding.keptIf(
                        target.readonly() == readonly,
                        "another readonly than before",
                        target.standing().lastCall()))
                .orElse(Finding.NOT_CONCERNED);
    }
}
