package io.hawser.cli.endpoint;

/** There is no token for a service that writes only with one. */
public final class NoTokenException extends RuntimeException {
    NoTokenException(String sentence) {
        super(sentence);
    }
}
