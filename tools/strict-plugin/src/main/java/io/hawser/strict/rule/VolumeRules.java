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

    private static final Set<Rpc> WITH_VOLUME =
            Rule.every(rpc -> rpc.requestPrototype().getDescriptorForType().findFieldByName("volume_id") != null
                    || rpc == Rpc.CREATE_VOLUME
                    || rpc == Rpc.CREATE_SNAPSHOT
                    || rpc == Rpc.CREATE_VOLUME_GROUP_SNAPSHOT);
    private static final Set<Rpc> BRINGING =
            EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME);
    private static final Set<Rpc> ON_NODE = EnumSet.of(Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME);

    private VolumeRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.must(
                                "volume-created-before-use",
                                "Volume Lifecycle",
                                "A call names only a volume that the plugin has named to the caller.",
                                WITH_VOLUME,
                                VolumeRules::created)
                        .deciding(),
                Rule.must(
                                "volume-not-used-after-delete",
                                "Volume Lifecycle; DeleteVolume",
                                "A deleted volume is not used; "
                                        + "deleting may be repeated, and undoing on a node where it was.",
                                WITH_VOLUME,
                                VolumeRules::notDeleted)
                        .deciding(),
                Rule.must(
                        "same-name-same-parameters",
                        "CreateVolume",
                        "While a volume exists or may exist, its name is sent with the same request only.",
                        EnumSet.of(Rpc.CREATE_VOLUME),
                        VolumeRules::sameParameters),
                Rule.must(
                                "node-id-from-node-get-info",
                                "ControllerPublishVolume; NodeGetInfo",
                                "A node_id is one that NodeGetInfo gave.",
                                EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                                VolumeRules::nodeId)
                        .deciding(),
                Rule.house(
                        "unpublish-names-its-node",
                        "ControllerUnpublishVolume",
                        "ControllerUnpublishVolume names a node; an empty node_id detaches from all of them.",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        (call, world) -> Finding.keptIf(!call.fields().nodeId().isEmpty(), "node_id is empty")),
                Rule.must(
                        "volume-context-unchanged",
                        "CreateVolume; ControllerPublishVolume; NodeStageVolume; NodePublishVolume",
                        "The volume_context is handed on as the plugin gave it.",
                        Rule.every(rpc ->
                                rpc.requestPrototype().getDescriptorForType().findFieldByName("volume_context")
                                        != null),
                        VolumeRules::volumeContext),
                Rule.must(
                        "publish-context-unchanged",
                        "ControllerPublishVolume; NodeStageVolume; NodePublishVolume",
                        "The publish_context is handed on as ControllerPublishVolume gave it for this node.",
                        ON_NODE,
                        VolumeRules::publishContext),
                Rule.must(
                        "access-mode-as-created",
                        "CreateVolume; VolumeCapability",
                        "A volume is used with an access mode and type that it was created for.",
                        BRINGING,
                        VolumeRules::asCreated),
                Rule.should(
                        "volume-capability-unchanged",
                        "NodePublishVolume",
                        "While a volume is on a node, its volume_capability does not change.",
                        BRINGING,
                        VolumeRules::capabilityUnchanged),
                Rule.must(
                        "repeat-publish-unchanged",
                        "ControllerPublishVolume; NodePublishVolume",
                        "A publish that is in effect or uncertain is repeated with the same readonly.",
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

    private static Finding sameParameters(Call call, World world) {
        return world.volumes()
                .creation(call.fields().name())
                .map(earlier -> Finding.keptIf(
                        earlier.request().equals(call.fields().withoutSecrets()),
                        "\"" + call.fields().name() + "\" was asked for with another request",
                        earlier.call()))
                .orElse(Finding.NOT_CONCERNED);
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
        Placement placement = world.placements().at(call.subject().key(), call.node());
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
        String node =
                call.rpc() == Rpc.CONTROLLER_PUBLISH_VOLUME ? call.fields().nodeId() : call.node();
        Placement placement = world.placements().at(call.subject().key(), node);
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
            Placement placement =
                    world.placements().at(call.subject().key(), call.fields().nodeId());
            return placement.attachment().absent()
                    ? Finding.NOT_CONCERNED
                    : Finding.keptIf(
                            placement.attachedReadonly() == readonly,
                            "readonly=" + readonly + ", before not",
                            placement.attachment().lastCall());
        }
        return world.placements()
                .at(call.subject().key(), call.node())
                .target(call.fields().targetPath())
                .filter(target -> !target.standing().absent())
                .map(target -> Finding.keptIf(
                        target.readonly() == readonly,
                        "another readonly than before",
                        target.standing().lastCall()))
                .orElse(Finding.NOT_CONCERNED);
    }
}
