package io.hawser.ledger.tx.db;

/** Work beside the intake. A bean that {@code @Produces} it need not start it: {@link BackgroundStart} does. */
public interface Background {
    void start();

    /** Begins nothing new; what runs ends by itself. */
    void stop();
}
