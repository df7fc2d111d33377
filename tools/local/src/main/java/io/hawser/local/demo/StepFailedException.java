package io.hawser.local.demo;

/** A step failed. The message names what was awaited and what was seen last. */
public final class StepFailedException extends RuntimeException {
    public StepFailedException(String message) {
        super(message);
    }
}
