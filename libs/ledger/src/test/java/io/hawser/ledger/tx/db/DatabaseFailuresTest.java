package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.ledger.tx.UnreadableRowException;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseFailuresTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "40001", "40P01", "40002", "08006", "53100", "53300", "55P03", "57014", "57P01", "58030", "25006",
                "25P03", "25P04"
            })
    @DisplayName("What time heals waits, whether a statement or a BEGIN says it")
    void passing(String state) {
        assertThat(DatabaseFailures.isTransient(ofAStatement(state))).isTrue();
        assertThat(DatabaseFailures.isTransient(ofACommit(state))).isTrue();
        assertThat(DatabaseFailures.isNotTheRecordsFault(ofAStatement(state))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22021", "23502", "23505", "25P02", "25001", "42703", "54000", "XX000", "P0001"})
    @DisplayName(
            "What a record or this program brings with it does not wait, though Vert.x's failures are all of one type")
    void notPassing(String state) {
        assertThat(DatabaseFailures.isTransient(ofAStatement(state))).isFalse();
        assertThat(DatabaseFailures.isTransient(ofACommit(state))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"42703", "42P01", "42501", "0A000", "26000", "28P01", "3D000", "3F000", "XX001", "XX002"})
    @DisplayName("What a statement says of schema and rights is no record's fault")
    void noRecords(String state) {
        assertThat(DatabaseFailures.isNotTheRecordsFault(ofAStatement(state))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22021", "23502", "23505", "54000", "XX000", "P0001"})
    @DisplayName("What a value does may be a record's fault")
    void perhapsARecords(String state) {
        assertThat(DatabaseFailures.isNotTheRecordsFault(ofAStatement(state))).isFalse();
    }

    @Test
    @DisplayName("A row that cannot be parsed stays so: it does not wait for the database")
    void unreadable() {
        // Given
        Throwable row = new UnreadableRowException("plugin.message", "x", new InvalidProtocolBufferException("x"));

        // When / Then
        assertThat(DatabaseFailures.isTransient(row)).isFalse();
        assertThat(DatabaseFailures.isTransient(new CompletionException(row))).isFalse();
    }

    @Test
    @DisplayName("Only a serialisation failure and a deadlock are run again at once")
    void conflicts() {
        assertThat(DatabaseFailures.isConflict(ofAStatement("40001"))).isTrue();
        assertThat(DatabaseFailures.isConflict(ofACommit("40P01"))).isTrue();
        assertThat(DatabaseFailures.isConflict(ofAStatement("40002"))).isFalse();
        assertThat(DatabaseFailures.isConflict(new IOException())).isFalse();
    }

    @Test
    @DisplayName("Where nobody names a state, the type tells: a lost connection waits, an exception of ours does not")
    void byType() {
        assertThat(DatabaseFailures.isTransient(new RuntimeException(new IOException("reset"))))
                .isTrue();
        assertThat(DatabaseFailures.isTransient(new TimeoutException())).isTrue();
        assertThat(DatabaseFailures.isTransient(new VertxException("closed"))).isTrue();
        assertThat(DatabaseFailures.isTransient(new SQLException("without a state", new IOException("reset"))))
                .isTrue();
        assertThat(DatabaseFailures.isTransient(new IllegalStateException("ours")))
                .isFalse();
        assertThat(DatabaseFailures.isNotTheRecordsFault(new IllegalStateException("ours")))
                .isFalse();
    }

    @Test
    @DisplayName("A state is found below what wraps it")
    void wrapped() {
        assertThat(DatabaseFailures.sqlState(new CompletionException(new RuntimeException(ofAStatement("53100")))))
                .contains("53100");
        assertThat(DatabaseFailures.sqlState(new SQLException("none of its own", ofACommit("57P01"))))
                .contains("57P01");
    }

    private static Throwable ofAStatement(String state) {
        return new SQLException("refused", state, 0);
    }

    private static Throwable ofACommit(String state) {
        return new PgException("refused", "ERROR", state, "");
    }
}
