package io.hawser.ledger.due;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells the loops of this process what a commit just now changed of what is due. Only a hint. */
@ApplicationScoped
public class DueSignal {
    /** Who wants to know. */
    @FunctionalInterface
    interface Listener {
        /** @param now the transaction's time */
        void committed(List<DueChange> changes, Instant now);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** @param now the transaction's time */
    public void committed(List<DueChange> changes, Instant now) {
        listeners.forEach(listener -> listener.committed(changes, now));
    }

    void onCommit(Listener listener) {
        listeners.add(listener);
    }
}
