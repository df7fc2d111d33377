package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinyStatelessSessionImpl;
import org.hibernate.reactive.pool.ReactiveConnection;
import org.jspecify.annotations.Nullable;

/**
 * Plain SQL with positional parameters ({@code $1}) on the connection and in the transaction of a Hibernate Reactive
 * session. The session's native queries accept no arrays; with arrays one statement writes a whole batch in one round
 * trip. A parameter may be an {@link Instant}, or an array of them.
 */
public final class Statements {
    private final ReactiveConnection connection;
    private final TransactionWatchdog watchdog;

    Statements(Mutiny.StatelessSession session, TransactionWatchdog watchdog) {
        this.connection = ((MutinyStatelessSessionImpl) session).getReactiveConnection();
        this.watchdog = watchdog;
    }

    /** @return the number of changed rows */
    public Uni<Integer> update(String sql, Object... parameters) {
        return guarded(() -> connection.update(sql, sent(parameters)));
    }

    /** @return the rows, each an array of column values */
    public Uni<List<Object[]>> select(String sql, @Nullable Object... parameters) {
        return guarded(() -> connection.select(sql, sent(parameters))).map(result -> {
            List<Object[]> rows = new ArrayList<>(result.size());
            result.forEachRemaining(rows::add);
            return rows;
        });
    }

    /**
     * Rows of an entity's table, which are not written back.
     *
     * @param tail the statement after {@code from TABLE r}
     */
    public <R> Uni<List<R>> rows(Class<R> type, String tail, Object... parameters) {
        return new LoadedRows(this).select(type, tail, parameters);
    }

    /** The driver takes a time only with an offset. */
    private static @Nullable Object[] sent(@Nullable Object... parameters) {
        return Arrays.stream(parameters)
                .map(parameter -> switch (parameter) {
                    case Instant time -> time.atOffset(ZoneOffset.UTC);
                    case Instant[] times ->
                        Arrays.stream(times)
                                .map(time -> time == null ? null : time.atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new);
                    case null, default -> parameter;
                })
                .toArray();
    }

    /** The time of a selected column. */
    public static Instant instant(Object column) {
        return ((OffsetDateTime) column).toInstant();
    }

    /** The bytes of a selected column: the driver returns a buffer or an array. */
    public static byte[] bytes(Object column) {
        return column instanceof Buffer buffer ? buffer.getBytes() : (byte[]) column;
    }

    /** The stage would swallow an exception of the code that continues here, and the work would never end. */
    private <T> Uni<T> guarded(Supplier<CompletionStage<T>> statement) {
        return Uni.createFrom().emitter(emitter -> statement.get().whenComplete((result, failure) -> {
            try {
                if (failure == null) {
                    emitter.complete(result);
                } else {
                    emitter.fail(unwrapped(failure));
                }
            } catch (Throwable thrown) {
                watchdog.blow(thrown);
            }
        }));
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
