package io.hawser.ledger.catchup;

/** No decision is made now. The work stays due, and is done when the {@code StartGate} is open. */
public final class ClosedGateException extends RuntimeException {
    public ClosedGateException(String waitsFor) {
        super(waitsFor, null, false, false);
    }
}
