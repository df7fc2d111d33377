package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ListSnapshotsResponse;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the caller has read: capabilities, node ids, pages. */
public final class Readings {

    private record Reading(Rpc rpc, String node) {}

    private final Map<Reading, Moment> read = new HashMap<>();
    private final Set<String> nodeIds = new HashSet<>();
    private final Set<String> tokens = new HashSet<>();
    private final Map<String, Long> staleTokens = new HashMap<>();
    private boolean earlier;
    private boolean capabilitiesEarlier;

    /**
     * When the capabilities of a service were last read since the plugin started (or this process, if {@code
     * Limits.rereadAfterRestart} is off).
     */
    public Optional<Moment> capabilitiesRead(Side side, String node) {
        return switch (side) {
            case IDENTITY -> last(Rpc.GET_PLUGIN_CAPABILITIES, "");
            case CONTROLLER -> last(Rpc.CONTROLLER_GET_CAPABILITIES, "");
            case GROUP -> last(Rpc.GROUP_CONTROLLER_GET_CAPABILITIES, "");
            case NODE -> last(Rpc.NODE_GET_CAPABILITIES, node);
        };
    }

    /**
     * Whether the caller may have read capabilities from an earlier process, of which volumes were kept, and they count
     * still.
     */
    public boolean capabilitiesReadEarlier() {
        return capabilitiesEarlier;
    }

    /** Whether the caller may have read anything else from an earlier process, of which volumes were kept. */
    public boolean readEarlier() {
        return earlier;
    }

    private Optional<Moment> last(Rpc rpc, String node) {
        return Optional.ofNullable(read.get(new Reading(rpc, node)));
    }

    /** Whether NodeGetInfo returned this node id. */
    public boolean gaveNodeId(String nodeId) {
        return nodeIds.contains(nodeId);
    }

    /** Whether a listing returned this token. */
    public boolean gaveToken(Rpc rpc, String token) {
        return tokens.contains(rpc + " " + token);
    }

    /**
     * The call in which the plugin rejected this token as stale; empty once a new listing has returned the token again.
     */
    public Optional<Long> staleToken(Rpc rpc, String token) {
        return Optional.ofNullable(staleTokens.get(rpc + " " + token));
    }

    void answered(Call call, Message response, Moment at) {
        switch (call.rpc()) {
            case GET_PLUGIN_CAPABILITIES, CONTROLLER_GET_CAPABILITIES, GROUP_CONTROLLER_GET_CAPABILITIES ->
                read.put(new Reading(call.rpc(), ""), at);
            case NODE_GET_CAPABILITIES -> read.put(new Reading(call.rpc(), call.node()), at);
            case NODE_GET_INFO -> nodeIds.add(((NodeGetInfoResponse) response).getNodeId());
            case LIST_VOLUMES -> gave(call.rpc(), ((ListVolumesResponse) response).getNextToken());
            case LIST_SNAPSHOTS -> gave(call.rpc(), ((ListSnapshotsResponse) response).getNextToken());
            default -> {
                // No later call depends on the others.
            }
        }
    }

    private void gave(Rpc rpc, String token) {
        tokens.add(rpc + " " + token);
        staleTokens.remove(rpc + " " + token);
    }

    void stale(Call call, String token) {
        staleTokens.put(call.rpc() + " " + token, call.id());
    }

    /** An earlier process kept a volume that is attached to these nodes; its caller may be the same still. */
    void kept(Set<String> attachedTo, boolean capabilitiesCount) {
        earlier = true;
        capabilitiesEarlier = capabilitiesCount;
        nodeIds.addAll(attachedTo);
    }

    /** The plugin may be another one now: its capabilities must be read again. */
    void forgetCapabilities() {
        read.clear();
        capabilitiesEarlier = false;
    }
}
