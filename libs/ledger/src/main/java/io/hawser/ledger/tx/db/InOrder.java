package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Function;

/** Work on many records, one after another. */
public final class InOrder {
    private InOrder() {}

    /**
     * Works on each item in turn; the first failure ends it. Not one chain of all items: that is subscribed to
     * recursively, and a whole poll overflows the stack.
     */
    public static <T> Uni<Void> each(List<T> items, Function<T, Uni<Void>> work) {
        return Multi.createFrom()
                .iterable(items)
                .onItem()
                .transformToUniAndConcatenate(item -> work.apply(item))
                .onItem()
                .ignoreAsUni();
    }
}
