package io.hawser.cli.endpoint;

/** There is no token for a service that writes only with one. */
public final class NoTokenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoTokenException(String sentence) {
        super(sentence);
    }
}
