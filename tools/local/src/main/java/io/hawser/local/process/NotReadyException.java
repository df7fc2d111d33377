package io.hawser.local.process;

/** Processes run and are not ready in time: each may wait for a person. */
public final class NotReadyException extends IllegalStateException {
    /** @param message one line for each process */
    public NotReadyException(String message) {
        super(message);
    }
}
