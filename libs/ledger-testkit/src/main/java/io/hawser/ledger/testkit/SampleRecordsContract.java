package io.hawser.ledger.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.HawserTopic.CleanupPolicy;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.intake.SampleRecords;
import io.hawser.ledger.intake.SampleStep;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.v1.Node;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The sample record of a service: against its own tables, empty and not. No test before it in its application
 * writes a record.
 */
public abstract class SampleRecordsContract {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final long AT = 7;
    private static final String LOG = "log";

    @Inject
    RecordHandler handler;

    @Inject
    NeededRights needed;

    @Inject
    @All
    List<StateRecords> states;

    @Inject
    SampleRecords sample;

    @Inject
    Transactions transactions;

    @Inject
    TopicNames names;

    @Inject
    LedgerConfig config;

    @Inject
    DataSource database;

    /** Of a log that does not exist, the service would say that it was made again. */
    @AfterEach
    void forgetTheLog() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("delete from ledger_position where topic_id = '" + LOG + "'");
        }
    }

    /** Tables that its records write to. */
    protected abstract Set<String> tables();

    @Test
    @DisplayName("Every type on a topic that is read has a sample, and so have the tombstones of every state")
    void everyTypeHasOne() {
        List<SampleStep> steps = handler.sample("name");
        assertThat(steps.stream()
                        .filter(SampleStep.Says.class::isInstance)
                        .map(step -> MessageTypes.nameOf(((SampleStep.Says) step).message()))
                        .collect(Collectors.toSet()))
                .isEqualTo(MessageTypes.on(needed.reads()).names());
        assertThat(steps.stream()
                        .filter(SampleStep.Gone.class::isInstance)
                        .map(step -> ((SampleStep.Gone) step).topic())
                        .collect(Collectors.toSet()))
                .isEqualTo(needed.reads().stream()
                        .filter(topic -> topic.cleanupPolicy() == CleanupPolicy.COMPACT)
                        .collect(Collectors.toSet()));
    }

    @Test
    @DisplayName("Every state topic that the service writes can be written again")
    void everyStateIsWrittenAgain() {
        assertThat(states.stream().flatMap(kind -> kind.topics().stream()).collect(Collectors.toSet()))
                .isEqualTo(needed.writes().stream()
                        .filter(HawserTopic::isWrittenAgain)
                        .collect(Collectors.toSet()));
    }

    @Test
    @DisplayName("Each sample applies on an empty database and on a filled one, and nothing of it stays")
    void appliesAndLeavesNothing() throws SQLException {
        // Given
        LogPartition log = new LogPartition(LOG, names.of(HawserTopic.NODES), 99);
        transactions
                .run(tx -> PositionRows.create(tx.statements(), config.service(), log, AT))
                .await()
                .atMost(SOON);

        for (Decoded like : likes()) {
            // When
            boolean ours = sample.rehearse(log, AT, like).await().atMost(SOON);

            // Then
            assertThat(ours).as(like.toString()).isTrue();
        }
        assertThat(tablesThatMention("sample-")).isEmpty();

        // Given
        transactions
                .run(tx ->
                        InOrder.each(steps("filled", step -> !(step instanceof SampleStep.Gone)), step -> step.apply(tx)
                                .chain(tx::flush)))
                .await()
                .atMost(SOON);

        for (Decoded like : likes()) {
            // When
            boolean ours = sample.rehearse(log, AT, like).await().atMost(SOON);

            // Then
            assertThat(ours).as(like.toString()).isTrue();
        }
        assertThat(tablesThatMention("sample-")).isEmpty();
        assertThat(tablesThatMention("filled")).isNotEmpty();
        assertThat(sample.rehearse(log, AT + 1, likes().getFirst()).await().atMost(SOON))
                .isFalse();
    }

    @Test
    @DisplayName("The sample writes to every table that records write to")
    void writesEverywhere() {
        // When
        List<String> written = transactions
                .rehearse(tx -> InOrder.each(steps("written", step -> true), step -> step.apply(tx)
                                .chain(tx::flush))
                        .chain(() -> tx.statements()
                                .select("select relname::text from pg_stat_xact_user_tables"
                                        + " where n_tup_ins + n_tup_upd + n_tup_del > 0"))
                        .map(rows -> rows.stream().map(row -> (String) row[0]).toList()))
                .await()
                .atMost(SOON);

        // Then
        assertThat(written).containsAll(tables());
    }

    private interface Step {
        Uni<Void> apply(LedgerTransaction tx);
    }

    private List<Step> steps(String name, Predicate<SampleStep> which) {
        List<SampleStep> steps = handler.sample(name).stream().filter(which).toList();
        List<Step> applied = new ArrayList<>();
        IntStream.range(0, steps.size())
                .forEach(i -> applied.add(tx -> switch (steps.get(i)) {
                    case SampleStep.Says says ->
                        handler.apply(
                                tx,
                                List.of(new Decoded.Known(
                                        origin(says.topic(), i),
                                        says.key(),
                                        says.id(),
                                        MessageTypes.nameOf(says.message()),
                                        says.message())));
                    case SampleStep.Gone gone ->
                        handler.apply(tx, List.of(new Decoded.Tombstone(origin(gone.topic(), i), gone.key())));
                    case SampleStep.Given given -> given.rows().apply(tx);
                }));
        return applied;
    }

    /** A record of each kind; of a record only the kind counts. */
    private List<Decoded> likes() {
        List<Decoded> likes = new ArrayList<>();
        for (String type : MessageTypes.on(needed.reads()).names()) {
            likes.add(new Decoded.Known(origin(HawserTopic.NODES, 0), "a", "b", type, Node.getDefaultInstance()));
        }
        for (HawserTopic topic : HawserTopic.values()) {
            likes.add(new Decoded.Tombstone(origin(topic, 0), "a"));
        }
        likes.add(new Decoded.Malformed(
                origin(HawserTopic.NODES, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "not a CloudEvent"));
        return likes;
    }

    private Origin origin(HawserTopic topic, long offset) {
        return new Origin(names.of(topic), "id", 0, offset);
    }

    private List<String> tablesThatMention(String name) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> all = new ArrayList<>();
            try (ResultSet found =
                    statement.executeQuery("select tablename from pg_tables where schemaname = 'public'")) {
                while (found.next()) {
                    all.add(found.getString(1));
                }
            }
            for (String table : all) {
                try (ResultSet found = statement.executeQuery(
                        "select 1 from \"" + table + "\" r where r::text like '%" + name + "%' limit 1")) {
                    if (found.next()) {
                        tables.add(table);
                    }
                }
            }
        }
        return tables;
    }
}
