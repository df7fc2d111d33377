package io.hawser.strict.knowledge;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static java.util.Map.entry;

import io.grpc.Status.Code;
import io.hawser.strict.call.Rpc;
import java.util.EnumSet;
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

    private static final Set<Code> WAIT = EnumSet.of(NOT_FOUND, FAILED_PRECONDITION, RESOURCE_EXHAUSTED);

    /** Codes that are final for some RPCs, besides those that are final for all. */
    private static final Map<Rpc, Set<Code>> FINAL = Map.ofEntries(
            entry(Rpc.PROBE, Set.of(FAILED_PRECONDITION)),
            entry(Rpc.CREATE_VOLUME, Set.of(NOT_FOUND, ALREADY_EXISTS, RESOURCE_EXHAUSTED, OUT_OF_RANGE)),
            entry(Rpc.DELETE_VOLUME, Set.of(FAILED_PRECONDITION)),
            entry(
                    Rpc.CONTROLLER_PUBLISH_VOLUME,
                    Set.of(NOT_FOUND, ALREADY_EXISTS, RESOURCE_EXHAUSTED, FAILED_PRECONDITION)),
            entry(Rpc.CONTROLLER_UNPUBLISH_VOLUME, Set.of(NOT_FOUND)),
            entry(Rpc.VALIDATE_VOLUME_CAPABILITIES, Set.of(NOT_FOUND)),
            entry(Rpc.CONTROLLER_GET_VOLUME, Set.of(NOT_FOUND)),
            entry(Rpc.CONTROLLER_MODIFY_VOLUME, Set.of(NOT_FOUND)),
            entry(Rpc.CONTROLLER_EXPAND_VOLUME, Set.of(NOT_FOUND, OUT_OF_RANGE, FAILED_PRECONDITION)),
            entry(Rpc.CREATE_SNAPSHOT, Set.of(ALREADY_EXISTS, RESOURCE_EXHAUSTED)),
            entry(Rpc.DELETE_SNAPSHOT, Set.of(FAILED_PRECONDITION)),
            entry(Rpc.GET_SNAPSHOT, Set.of(NOT_FOUND)),
            entry(Rpc.CREATE_VOLUME_GROUP_SNAPSHOT, Set.of(ALREADY_EXISTS, RESOURCE_EXHAUSTED, FAILED_PRECONDITION)),
            entry(Rpc.DELETE_VOLUME_GROUP_SNAPSHOT, Set.of(FAILED_PRECONDITION)),
            entry(Rpc.GET_VOLUME_GROUP_SNAPSHOT, Set.of(NOT_FOUND)),
            entry(Rpc.NODE_STAGE_VOLUME, Set.of(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION)),
            entry(Rpc.NODE_UNSTAGE_VOLUME, Set.of(NOT_FOUND)),
            entry(Rpc.NODE_PUBLISH_VOLUME, Set.of(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION)),
            entry(Rpc.NODE_UNPUBLISH_VOLUME, Set.of(NOT_FOUND)),
            entry(Rpc.NODE_GET_VOLUME_STATS, Set.of(NOT_FOUND)),
            entry(Rpc.NODE_EXPAND_VOLUME, Set.of(NOT_FOUND, OUT_OF_RANGE, FAILED_PRECONDITION)));

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
        if (FINAL.getOrDefault(rpc, Set.of()).contains(code)) {
            return WAIT.contains(code) ? REJECTED_WAIT : REJECTED_FIX;
        }
        return UNCERTAIN;
    }

    public boolean rejected() {
        return this == REJECTED_FIX || this == REJECTED_WAIT || this == REJECTED_UNIMPLEMENTED;
    }
}
