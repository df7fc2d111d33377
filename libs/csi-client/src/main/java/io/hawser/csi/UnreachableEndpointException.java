package io.hawser.csi;

/** The settings of this process do not say how the endpoint is reached; nothing was sent. */
public final class UnreachableEndpointException extends RuntimeException {
    UnreachableEndpointException(String message) {
        super(message);
    }
}
