package io.hawser.ledger.tx;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Statements that do not need each other's answers. */
public final class AtOnce {
    private AtOnce() {}

    /**
     * Sends all statements without waiting for an answer in between. The database executes them one after another, so
     * locks are taken in this order. The first failure fails all.
     */
    public static Uni<Void> all(List<Uni<?>> statements) {
        return Uni.combine().all().unis(statements).discardItems();
    }
}
