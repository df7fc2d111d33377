package io.hawser.hostpath.volume;

import java.util.Objects;

/** Why a call is refused, in words that may be shown to a user; the gRPC code is chosen by the reason. */
public record Refusal(Reason reason, String message) {
    /** Named like the gRPC codes they become. */
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
