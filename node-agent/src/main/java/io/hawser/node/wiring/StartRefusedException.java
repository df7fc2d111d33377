package io.hawser.node.wiring;

/** The agent cannot start; the message is a sentence for the operator. */
public final class StartRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartRefusedException(String sentence) {
        super(sentence);
    }

    public StartRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
