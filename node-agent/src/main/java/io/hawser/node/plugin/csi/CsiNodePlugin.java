package io.hawser.node.plugin.csi;

import io.hawser.csi.AccessModes;
import io.hawser.csi.CsiCode;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginWords;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.SecretUnavailableException;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsResponse;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCondition;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.message.Truncated;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.plugin.CallSecrets;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A plugin, called over its socket; another one that took the socket over gets no call. It gets contexts unchanged.
 * Secrets are resolved here and passed to nothing else.
 *
 * @param read the secrets for its calls; empty: each call reads its own
 */
record CsiNodePlugin(
        String plugin, CsiConnection connection, SecretProvider secrets, Duration deadline, Optional<CallSecrets> read)
        implements NodePlugin {
    private static final Duration STATS_DEADLINE = Duration.ofSeconds(5);

    @Override
    public CallSecrets secrets(DesiredState desired) {
        try {
            return new CallSecrets(
                    secrets.resolve(plugin, desired.assignment().getSecretsList())
                            .await()
                            .atMost(deadline),
                    Optional.empty());
        } catch (SecretUnavailableException missing) {
            return new CallSecrets(Map.of(), Optional.of(String.valueOf(missing.getMessage())));
        } catch (io.smallrye.mutiny.TimeoutException late) {
            return new CallSecrets(Map.of(), Optional.of("secrets could not be read in " + deadline));
        }
    }

    @Override
    public NodePlugin with(CallSecrets known) {
        return new CsiNodePlugin(plugin, connection, secrets, deadline, Optional.of(known));
    }

    @Override
    public CallOutcome stage(DesiredState desired, Path staging) {
        Assignment a = desired.assignment();
        return prepared(
                desired,
                (capability, resolved) -> call(
                        CsiRpc.NODE_STAGE_VOLUME,
                        NodeStageVolumeRequest.newBuilder()
                                .setVolumeId(a.getVolumeId())
                                .putAllPublishContext(a.getPublishContextMap())
                                .setStagingTargetPath(staging.toString())
                                .setVolumeCapability(capability)
                                .putAllSecrets(resolved)
                                .putAllVolumeContext(a.getVolumeContextMap())
                                .build()));
    }

    @Override
    public CallOutcome publish(DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path) {
        Assignment a = desired.assignment();
        return prepared(
                desired,
                (capability, resolved) -> call(
                        CsiRpc.NODE_PUBLISH_VOLUME,
                        NodePublishVolumeRequest.newBuilder()
                                .setVolumeId(a.getVolumeId())
                                .putAllPublishContext(a.getPublishContextMap())
                                .setStagingTargetPath(
                                        staging.map(Path::toString).orElse(""))
                                .setTargetPath(path.toString())
                                .setVolumeCapability(capability)
                                .setReadonly(target.getReadOnly())
                                .putAllSecrets(resolved)
                                .putAllVolumeContext(a.getVolumeContextMap())
                                .build()));
    }

    @Override
    public CallOutcome expand(DesiredState desired, long bytes, Optional<Path> staging, Path path) {
        Assignment a = desired.assignment();
        return prepared(
                desired,
                (capability, resolved) -> call(
                        CsiRpc.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder()
                                .setVolumeId(a.getVolumeId())
                                .setVolumePath(path.toString())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                                .setStagingTargetPath(
                                        staging.map(Path::toString).orElse(""))
                                .setVolumeCapability(capability)
                                .putAllSecrets(resolved)
                                .build()));
    }

    @Override
    public Optional<VolumeStats> stats(String volumeId, Optional<Path> staging, Path path) {
        if (!(identity() instanceof RpcOutcome.Done<PluginIdentity>(var known))
                || !known.capabilities().tellsNodeStats()) {
            return Optional.empty();
        }
        var outcome = connection
                .call(
                        plugin,
                        CsiRpc.NODE_GET_VOLUME_STATS,
                        NodeGetVolumeStatsRequest.newBuilder()
                                .setVolumeId(volumeId)
                                .setVolumePath(path.toString())
                                .setStagingTargetPath(
                                        staging.map(Path::toString).orElse(""))
                                .build(),
                        STATS_DEADLINE)
                .await()
                .indefinitely();
        return outcome instanceof RpcOutcome.Done<NodeGetVolumeStatsResponse>(var response)
                ? Optional.of(new VolumeStats(
                        usage(response, VolumeUsage.Unit.BYTES),
                        usage(response, VolumeUsage.Unit.INODES),
                        Optional.of(response.getVolumeCondition())
                                .filter(VolumeCondition::getAbnormal)
                                .map(condition -> Truncated.of(PluginWords.oneLine(condition.getMessage())))))
                : Optional.empty();
    }

    private static Optional<VolumeStats.Usage> usage(NodeGetVolumeStatsResponse response, VolumeUsage.Unit unit) {
        return response.getUsageList().stream()
                .filter(usage -> usage.getUnit() == unit)
                .findFirst()
                .map(usage -> new VolumeStats.Usage(usage.getTotal(), usage.getUsed(), usage.getAvailable()));
    }

    @Override
    public CallOutcome unpublish(String volumeId, Path path) {
        return call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(volumeId)
                        .setTargetPath(path.toString())
                        .build());
    }

    @Override
    public CallOutcome unstage(String volumeId, Path staging) {
        return call(
                CsiRpc.NODE_UNSTAGE_VOLUME,
                NodeUnstageVolumeRequest.newBuilder()
                        .setVolumeId(volumeId)
                        .setStagingTargetPath(staging.toString())
                        .build());
    }

    /** Waits as every call here does: a volume's work has a virtual thread, and the question has a deadline. */
    private RpcOutcome<PluginIdentity> identity() {
        return connection.identity().await().indefinitely();
    }

    private CallOutcome prepared(
            DesiredState desired, BiFunction<VolumeCapability, Map<String, String>, CallOutcome> send) {
        RpcOutcome<PluginIdentity> identity = identity();
        if (!(identity instanceof RpcOutcome.Done<PluginIdentity>(PluginIdentity known))) {
            return new CallOutcome.NotSent("the plugin's capabilities could not be read: " + ending(identity));
        }
        Optional<VolumeCapability> capability = AccessModes.capability(
                desired.assignment(), known.capabilities().nodeSingleNodeMultiWriter());
        if (capability.isEmpty()) {
            return new CallOutcome.Rejected(
                    false, false, "CSI has no access mode for scope, sharing and access type of this assignment");
        }
        CallSecrets its = read.orElseGet(() -> secrets(desired));
        return its.missing()
                .<CallOutcome>map(CallOutcome.NotSent::new)
                .orElseGet(() -> send.apply(capability.get(), its.values()));
    }

    private <Q extends com.google.protobuf.Message, R extends com.google.protobuf.Message> CallOutcome call(
            CsiRpc<Q, R> rpc, Q request) {
        return ending(connection.call(plugin, rpc, request, deadline).await().indefinitely());
    }

    static CallOutcome ending(RpcOutcome<?> outcome) {
        return switch (outcome) {
            case RpcOutcome.Done<?> _ -> new CallOutcome.Done();
            case RpcOutcome.Rejected<?> rejected
            when rejected.otherPlugin() -> new CallOutcome.NotSent(rejected.message());
            case RpcOutcome.Rejected<?>(CsiCode code, String message, var field, var origin) ->
                new CallOutcome.Rejected(code == CsiCode.NOT_FOUND, code == CsiCode.FAILED_PRECONDITION, message);
            case RpcOutcome.Uncertain<?>(var code, String message, var origin) -> new CallOutcome.Uncertain(message);
        };
    }
}
