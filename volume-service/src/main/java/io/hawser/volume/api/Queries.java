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

    static <R> Uni<List<R>> rows(LedgerTransaction tx, String query, Class<R> type, List<String> keys) {
        return keys.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.session()
                        .createSelectionQuery(query, type)
                        .setParameter("keys", keys)
                        .getResultList();
    }

    <R> Uni<Optional<R>> one(Class<R> type, Object id) {
        return transactions.read(tx -> tx.session().get(type, id).map(Optional::ofNullable));
    }

    <T> Uni<T> with(Function<LedgerTransaction, Uni<T>> read) {
        return transactions.read(read);
    }

    Uni<Object[]> row(String sql) {
        return transactions.read(tx -> tx.statements().select(sql).map(List::getFirst));
    }
}
