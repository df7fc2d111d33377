package io.hawser.cli.endpoint;

/** A configured address has not the form of an address. */
public final class MalformedAddressException extends RuntimeException {
    MalformedAddressException(String variable, String text, String form) {
        super(variable + ": '" + text + "' is no " + form);
    }
}
