package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Statements that do not need each other's answers. */
public final class Pipeline {
    private Pipeline() {}

    /**
     * Sends all statements without waiting for an answer in between. The database executes them one after another, so
     * locks are taken in this order. The first failure fails all.
     *
     * @param statements may be empty
     */
    public static Uni<Void> send(List<? extends Uni<?>> statements) {
        return statements.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.combine().all().unis(statements).discardItems();
    }
}
