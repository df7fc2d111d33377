package io.hawser.volume.api;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads for people; takes no locks. */
@ApplicationScoped
public class Reading {
    private final Transactions transactions;

    public Reading(Transactions transactions) {
        this.transactions = transactions;
    }

    <R> Uni<List<R>> all(String query, Class<R> type) {
        return transactions.read(
                tx -> tx.session().createSelectionQuery(query, type).getResultList());
    }

    <R> Uni<Optional<R>> one(Class<R> type, Object id) {
        return transactions.read(tx -> tx.session().find(type, id).map(Optional::ofNullable));
    }

    <T> Uni<T> with(Function<LedgerTransaction, Uni<T>> read) {
        return transactions.read(read);
    }

    Uni<Object[]> row(String sql) {
        return transactions.read(tx -> tx.statements().select(sql).map(List::getFirst));
    }
}
