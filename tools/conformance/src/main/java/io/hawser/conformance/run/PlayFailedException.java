package io.hawser.conformance.run;

/** An awaited event did not come. */
final class PlayFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlayFailedException(String message) {
        super(message);
    }
}
