package io.hawser.strict.knowledge;

import static io.hawser.strict.call.Rpc.*;

import io.grpc.Status.Code;
import io.hawser.strict.call.Rpc;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a status code says to the caller about its call, by the specification's error tables. */
public enum StatusMeaning {
    DONE,
    /** Rejected; only another request, or an operator, can help. */
    REJECTED_FIX,
    /** Rejected in the present state; the caller may repeat the call once something has changed. */
    REJECTED_WAIT,
    /** Rejected because the plugin does not offer the RPC: capabilities must be read again. */
    REJECTED_UNIMPLEMENTED,
    /** Unknown: the caller must repeat the call, or undo it. */
    UNCERTAIN;

    private static final Set<Code> FIX_ALWAYS =
            EnumSet.of(Code.INVALID_ARGUMENT, Code.PERMISSION_DENIED, Code.UNAUTHENTICATED);

    private static final Set<Code> WAIT = EnumSet.of(Code.NOT_FOUND, Code.FAILED_PRECONDITION, Code.RESOURCE_EXHAUSTED);

    /** Codes that are final for some RPCs, besides those that are final for all. */
    private static final Map<Code, List<Rpc>> FINAL = Map.of(
            Code.NOT_FOUND,
            List.of(
                    CREATE_VOLUME,
                    CONTROLLER_PUBLISH_VOLUME,
                    CONTROLLER_UNPUBLISH_VOLUME,
                    VALIDATE_VOLUME_CAPABILITIES,
                    CONTROLLER_GET_VOLUME,
                    CONTROLLER_MODIFY_VOLUME,
                    CONTROLLER_EXPAND_VOLUME,
                    GET_SNAPSHOT,
                    GET_VOLUME_GROUP_SNAPSHOT,
                    NODE_STAGE_VOLUME,
                    NODE_UNSTAGE_VOLUME,
                    NODE_PUBLISH_VOLUME,
                    NODE_UNPUBLISH_VOLUME,
                    NODE_GET_VOLUME_STATS,
                    NODE_EXPAND_VOLUME),
            Code.ALREADY_EXISTS,
            List.of(
                    CREATE_VOLUME,
                    CONTROLLER_PUBLISH_VOLUME,
                    CREATE_SNAPSHOT,
                    NODE_STAGE_VOLUME,
                    NODE_PUBLISH_VOLUME,
                    CREATE_VOLUME_GROUP_SNAPSHOT),
            Code.RESOURCE_EXHAUSTED,
            List.of(CREATE_VOLUME, CONTROLLER_PUBLISH_VOLUME, CREATE_SNAPSHOT, CREATE_VOLUME_GROUP_SNAPSHOT),
            Code.OUT_OF_RANGE,
            List.of(CREATE_VOLUME, CONTROLLER_EXPAND_VOLUME, NODE_EXPAND_VOLUME),
            Code.FAILED_PRECONDITION,
            List.of(
                    PROBE,
                    DELETE_VOLUME,
                    CONTROLLER_PUBLISH_VOLUME,
                    CONTROLLER_EXPAND_VOLUME,
                    DELETE_SNAPSHOT,
                    NODE_STAGE_VOLUME,
                    NODE_PUBLISH_VOLUME,
                    NODE_EXPAND_VOLUME,
                    CREATE_VOLUME_GROUP_SNAPSHOT,
                    DELETE_VOLUME_GROUP_SNAPSHOT));

    /** The meaning of this code as the answer to this RPC. */
    public static StatusMeaning of(Rpc rpc, Code code) {
        if (code == Code.OK) {
            return DONE;
        }
        if (code == Code.UNIMPLEMENTED) {
            return REJECTED_UNIMPLEMENTED;
        }
        if (FIX_ALWAYS.contains(code)) {
            return REJECTED_FIX;
        }
        if (FINAL.getOrDefault(code, List.of()).contains(rpc)) {
            return WAIT.contains(code) ? REJECTED_WAIT : REJECTED_FIX;
        }
        return UNCERTAIN;
    }

    public boolean rejected() {
        return this == REJECTED_FIX || this == REJECTED_WAIT || this == REJECTED_UNIMPLEMENTED;
    }
}
