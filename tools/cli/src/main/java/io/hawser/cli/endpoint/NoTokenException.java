package io.hawser.cli.endpoint;

/** There is no token to show to a service that writes only for who has it. */
public final class NoTokenException extends RuntimeException {
    NoTokenException(String sentence) {
        super(sentence);
    }
}
