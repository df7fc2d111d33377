package io.hawser.local.demo;

/** A step did not come to its end; the message says what was awaited, and what was seen last. */
public final class PlayFailedException extends RuntimeException {
    PlayFailedException(String message) {
        super(message);
    }
}
