package io.hawser.ledger.catchup;

/** Nothing is decided now. The work is still due, and is taken up when the {@link StartGate} is open. */
public final class ClosedGateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedGateException(String waitsFor) {
        super(waitsFor, null, false, false);
    }
}
