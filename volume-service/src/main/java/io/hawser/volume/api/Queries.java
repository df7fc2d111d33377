package io.hawser.volume.api;

import io.hawser.ledger.listing.Listing;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads for people, without locks. */
@ApplicationScoped
public class Queries {
    private final Transactions transactions;

    public Queries(Transactions transactions) {
        this.transactions = transactions;
    }

    /** @param items as in {@link Listing#page} */
    <T> Uni<Page<T>> page(
            Listing listing, PageRequest asked, BiFunction<LedgerTransaction, List<String>, Uni<List<T>>> items) {
        return transactions.read(tx -> listing.page(tx, asked, keys -> items.apply(tx, keys)));
    }

    /** @param condition with {@code $1} */
    <R> Uni<Optional<R>> one(Class<R> type, String condition, String key) {
        return transactions.read(tx -> tx.select(type, condition, key)).map(rows -> rows.stream()
                .findFirst());
    }

    <T> Uni<T> with(Function<LedgerTransaction, Uni<T>> read) {
        return transactions.read(read);
    }

    Uni<Object[]> row(String sql) {
        return transactions.read(tx -> tx.statements().select(sql).map(List::getFirst));
    }
}
