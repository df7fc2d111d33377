package io.hawser.hostpath.volume;

import java.util.Objects;

/** Why a call is refused, with a message that may be shown to a user. The reason decides the gRPC code. */
public record Refusal(Reason reason, String message) {
    /** Named like the corresponding gRPC codes. */
    public enum Reason {
        INVALID_ARGUMENT,
        NOT_FOUND,
        ALREADY_EXISTS,
        FAILED_PRECONDITION,
        OUT_OF_RANGE,
        RESOURCE_EXHAUSTED,
        ABORTED,
        INTERNAL
    }

    public Refusal {
        Objects.requireNonNull(reason, "reason");
        if (message.isBlank()) throw new IllegalArgumentException("message: CSI wants every error explained");
    }
}
