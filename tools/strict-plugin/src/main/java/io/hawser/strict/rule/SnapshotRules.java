package io.hawser.strict.rule;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Made;
import io.hawser.strict.knowledge.SnapshotDetails;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

final class SnapshotRules {

    private static final Set<Rpc> OF_SNAPSHOT = EnumSet.of(Rpc.CREATE_VOLUME, Rpc.DELETE_SNAPSHOT, Rpc.GET_SNAPSHOT);
    private static final Set<Rpc> OF_GROUP =
            EnumSet.of(Rpc.DELETE_VOLUME_GROUP_SNAPSHOT, Rpc.GET_VOLUME_GROUP_SNAPSHOT);

    private SnapshotRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                                "snapshot-created-before-use",
                                OF_SNAPSHOT,
                                (call, world) -> known(snapshot(call), world.snapshots()))
                        .deciding(),
                Rule.of(
                                "snapshot-not-used-after-delete",
                                OF_SNAPSHOT,
                                (call, world) -> call.rpc() == Rpc.DELETE_SNAPSHOT
                                        ? Finding.NOT_CONCERNED
                                        : notDeleted(snapshot(call), world.snapshots()))
                        .deciding(),
                Rule.of(
                        "same-snapshot-name-same-request",
                        EnumSet.of(Rpc.CREATE_SNAPSHOT),
                        (call, world) -> sameRequest(call, world.snapshots())),
                Rule.of("group-created-before-use", OF_GROUP, (call, world) -> known(group(call), world.groups()))
                        .deciding(),
                Rule.of(
                                "group-not-used-after-delete",
                                EnumSet.of(Rpc.GET_VOLUME_GROUP_SNAPSHOT),
                                (call, world) -> notDeleted(group(call), world.groups()))
                        .deciding(),
                Rule.of(
                        "same-group-name-same-request",
                        EnumSet.of(Rpc.CREATE_VOLUME_GROUP_SNAPSHOT),
                        (call, world) -> sameRequest(call, world.groups())),
                Rule.of("group-member-not-deleted-alone", EnumSet.of(Rpc.DELETE_SNAPSHOT), SnapshotRules::alone),
                Rule.of("group-named-with-all-members", OF_GROUP, SnapshotRules::allMembers));
    }

    private static Optional<String> snapshot(Call call) {
        return switch (call.request()) {
            case CreateVolumeRequest create
            when create.getVolumeContentSource().hasSnapshot() ->
                Optional.of(create.getVolumeContentSource().getSnapshot().getSnapshotId());
            case CreateVolumeRequest _ -> Optional.empty();
            default -> Optional.of(call.fields().snapshotId());
        };
    }

    private static Optional<String> group(Call call) {
        return Optional.of(call.fields().groupSnapshotId());
    }

    private static Finding known(Optional<String> id, Made<SnapshotDetails> made) {
        return id.map(named ->
                        Finding.keptIf(made.known(named).isPresent(), "the plugin has not named \"" + named + "\""))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding notDeleted(Optional<String> id, Made<SnapshotDetails> made) {
        return id.flatMap(made::known)
                .map(known -> Finding.keptIf(!known.deleted(), "\"" + known.id() + "\" was deleted", known.call()))
                .orElse(Finding.NOT_CONCERNED);
    }

    /** Whether the name is sent with the request that was first sent with it. */
    static Finding sameRequest(Call call, Made<?> made) {
        return made.creation(call.fields().name())
                .map(earlier -> Finding.keptIf(
                        earlier.request().equals(call.fields().withoutSecrets()),
                        "\"" + call.fields().name() + "\" was asked for with another request",
                        earlier.call()))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding alone(Call call, World world) {
        return world.snapshots()
                .known(call.fields().snapshotId())
                .map(known -> Finding.keptIf(known.details().group().isEmpty(), "it belongs to a group", known.call()))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding allMembers(Call call, World world) {
        Set<String> sent = Set.copyOf(
                switch (call.request()) {
                    case DeleteVolumeGroupSnapshotRequest delete -> delete.getSnapshotIdsList();
                    case GetVolumeGroupSnapshotRequest get -> get.getSnapshotIdsList();
                    default -> List.<String>of();
                });
        return world.groups()
                .known(call.fields().groupSnapshotId())
                .map(known -> Finding.keptIf(
                        known.details().members().equals(sent), "not the members of the group", known.call()))
                .orElse(Finding.NOT_CONCERNED);
    }
}
