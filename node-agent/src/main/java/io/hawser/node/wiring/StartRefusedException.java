package io.hawser.node.wiring;

/** The agent cannot start; the message is a sentence for the operator. */
public final class StartRefusedException extends RuntimeException {
    public StartRefusedException(String sentence) {
        super(sentence);
    }

    public StartRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
