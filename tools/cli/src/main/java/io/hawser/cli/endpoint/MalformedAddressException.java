package io.hawser.cli.endpoint;

/** An address that somebody wrote is none. */
public final class MalformedAddressException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedAddressException(String variable, String text, String form) {
        super(variable + ": '" + text + "' is no " + form);
    }
}
