package io.hawser.cli.rest;

/** A service refuses a request in its present state. Its own message says what to do. */
public final class ServiceRefusesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ServiceRefusesException(String message) {
        super(message);
    }
}
