package io.hawser.local.demo;

/** A step failed. The message names what was awaited and what was seen last. */
public final class PlayFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlayFailedException(String message) {
        super(message);
    }
}
