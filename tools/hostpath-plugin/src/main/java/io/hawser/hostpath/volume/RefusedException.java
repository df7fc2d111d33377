package io.hawser.hostpath.volume;

/** Ends a call with a {@link Refusal}. It is an answer, not a fault, so it has no stack trace. */
public final class RefusedException extends RuntimeException {
    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
    }

    public RefusedException(Refusal.Reason reason, String message) {
        this(new Refusal(reason, message));
    }

    public Refusal refusal() {
        return refusal;
    }
}
