package io.hawser.conformance.run;

/** An awaited event did not come. */
final class PlayFailedException extends RuntimeException {
    PlayFailedException(String message) {
        super(message);
    }
}
