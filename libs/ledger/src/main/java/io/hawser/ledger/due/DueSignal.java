package io.hawser.ledger.due;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells the loops of this process that something became due with a commit just now. Only a hint. */
@ApplicationScoped
public class DueSignal {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    public void wake() {
        listeners.forEach(Runnable::run);
    }

    void onWake(Runnable listener) {
        listeners.add(listener);
    }
}
