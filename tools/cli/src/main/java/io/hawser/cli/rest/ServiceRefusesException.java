package io.hawser.cli.rest;

/** A service refuses a request in its present state. Its own message says what to do. */
public final class ServiceRefusesException extends RuntimeException {
    ServiceRefusesException(String message) {
        super(message);
    }
}
