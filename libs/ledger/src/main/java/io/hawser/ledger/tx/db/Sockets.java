package io.hawser.ledger.tx.db;

import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.lang.reflect.Field;
import org.hibernate.reactive.pool.BatchingConnection;
import org.hibernate.reactive.pool.ReactiveConnection;
import org.hibernate.reactive.pool.impl.SqlClientConnection;

/**
 * The socket below a session. Closing it needs no answer from the server: everything that waits on it fails, and its
 * place in the pool becomes free. Neither Hibernate Reactive nor the client offers that, so two private fields are
 * read; a test with a vanished database would notice a change.
 */
final class Sockets {
    private static final Field BATCHED = field(BatchingConnection.class, "delegate");
    private static final Field CLIENTS = field(SqlClientConnection.class, "connection");

    private Sockets() {}

    static void close(ReactiveConnection connection) {
        SqlClientConnection clients = (SqlClientConnection)
                (connection instanceof BatchingConnection batching ? get(BATCHED, batching) : connection);
        Connection physical = ((SqlConnectionInternal) get(CLIENTS, clients)).unwrap();
        while (physical.unwrap() != physical) {
            physical = physical.unwrap();
        }
        // Not the socket's own close, which waits until all output is sent.
        ((SocketConnectionBase) physical)
                .socket()
                .channelHandlerContext()
                .channel()
                .close();
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("another version of the client: look for its socket there", e);
        }
    }

    private static Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
