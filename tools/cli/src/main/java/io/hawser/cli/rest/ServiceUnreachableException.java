package io.hawser.cli.rest;

/** A service gave no usable answer. */
public final class ServiceUnreachableException extends RuntimeException {
    public ServiceUnreachableException(String message) {
        super(message);
    }

    ServiceUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
