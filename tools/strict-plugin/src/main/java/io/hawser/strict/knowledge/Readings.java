package io.hawser.strict.knowledge;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ListSnapshotsResponse;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.strict.Call;
import io.hawser.strict.Moment;
import io.hawser.strict.Rpc;
import io.hawser.strict.Side;
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

    /** When the capabilities of a service were last read, since the plugin (or, if waived, this process) started. */
    public Optional<Moment> capabilitiesRead(Side side, String node) {
        return switch (side) {
            case IDENTITY -> last(Rpc.GET_PLUGIN_CAPABILITIES, "");
            case CONTROLLER -> last(Rpc.CONTROLLER_GET_CAPABILITIES, "");
            case GROUP -> last(Rpc.GROUP_CONTROLLER_GET_CAPABILITIES, "");
            case NODE -> last(Rpc.NODE_GET_CAPABILITIES, node);
        };
    }

    private Optional<Moment> last(Rpc rpc, String node) {
        return Optional.ofNullable(read.get(new Reading(rpc, node)));
    }

    /** Node ids that NodeGetInfo gave. */
    public boolean gaveNodeId(String nodeId) {
        return nodeIds.contains(nodeId);
    }

    /** Whether a listing gave this token. */
    public boolean gaveToken(Rpc rpc, String token) {
        return tokens.contains(rpc + " " + token);
    }

    /**
     * The call to which the plugin answered that this token is stale; empty once a page of a listing begun anew gave it
     * again.
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
                // Nothing that a later call depends on.
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

    /** The plugin may be another one now: what it offers must be read again. */
    void forgetCapabilities() {
        read.clear();
    }
}
