package io.hawser.cli.rest;

/** A service will not do it as things stand; its own sentence says what to do. */
public final class ServiceRefusesException extends RuntimeException {
    ServiceRefusesException(String message) {
        super(message);
    }
}
