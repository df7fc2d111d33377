package io.hawser.ledger.tx;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinySessionImpl;
import org.hibernate.reactive.pool.ReactiveConnection;

/**
 * Plain SQL with positional parameters ({@code $1}) on the connection and in the transaction of a Hibernate Reactive session.
 * Native queries of the session take no arrays, and with arrays one statement writes a whole batch in one round trip.
 */
public final class Statements {
    private final ReactiveConnection connection;

    Statements(Mutiny.Session session) {
        this.connection = ((MutinySessionImpl) session).getReactiveConnection();
    }

    /** @return the number of rows changed */
    public Uni<Integer> update(String sql, Object... parameters) {
        return Uni.createFrom().completionStage(() -> connection.update(sql, parameters));
    }

    /** @return the rows, each an array of column values */
    public Uni<List<Object[]>> select(String sql, Object... parameters) {
        return Uni.createFrom()
                .completionStage(() -> connection.select(sql, parameters))
                .map(result -> {
                    List<Object[]> rows = new ArrayList<>(result.size());
                    result.forEachRemaining(rows::add);
                    return rows;
                });
    }
}
