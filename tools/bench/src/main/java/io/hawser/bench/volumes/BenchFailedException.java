package io.hawser.bench.volumes;

/** The bench has no result; the message is a sentence for the operator. */
public final class BenchFailedException extends IllegalStateException {
    public BenchFailedException(String message) {
        super(message);
    }
}
