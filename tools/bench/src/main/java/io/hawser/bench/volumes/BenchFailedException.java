package io.hawser.bench.volumes;

/** The bench has no result; the message is a sentence for the operator. */
public final class BenchFailedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public BenchFailedException(String message) {
        super(message);
    }
}
