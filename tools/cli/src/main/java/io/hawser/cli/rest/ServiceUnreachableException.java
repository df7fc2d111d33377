package io.hawser.cli.rest;

/** A service gave no usable answer. */
public final class ServiceUnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ServiceUnreachableException(String message) {
        super(message);
    }

    ServiceUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
