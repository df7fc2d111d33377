package io.hawser.csi;

/** The settings of this process do not say how the endpoint is reached; nothing was sent. */
public final class UnreachableEndpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreachableEndpointException(String message) {
        super(message);
    }
}
