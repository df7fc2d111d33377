package io.hawser.conformance.run;

/** What was awaited did not come. */
final class PlayFailedException extends RuntimeException {
    PlayFailedException(String message) {
        super(message);
    }
}
