package io.hawser.volume.lifecycle.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.IdOwner;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Volume;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What two transactions that give volumes ids do to each other, on a real database. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class VolumeIdsIT {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    Transactions transactions;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final PluginName plugin = new PluginName("p" + run);
    private final VolumeName volume = new VolumeName("v" + run);
    private final String id = "id-" + run;
    private final CompletableFuture<Void> commit = new CompletableFuture<>();

    /** The running service shall not find it. */
    @AfterEach
    void end() {
        commit.complete(null);
        transactions
                .single(statements -> statements.update("delete from volume where name = $1", volume.value()))
                .await()
                .atMost(SOON);
    }

    @Test
    @DisplayName("Of two transactions that give volumes the same id at the same moment, the second one sees the first"
            + " one's volume")
    void theSameIdAtTheSameMoment() throws Exception {
        // Given
        CompletableFuture<List<IdOwner>> first = start(List.of(id));

        // When
        CompletableFuture<List<IdOwner>> second = ask(List.of("another-" + run, id));
        await().atMost(SOON).until(() -> second.isDone() || waiting() == 1);
        commit.complete(null);

        // Then
        assertThat(first.get()).isEmpty();
        assertThat(second.get()).containsExactly(new IdOwner(plugin, id, true, volume, false));
    }

    @Test
    @DisplayName("Transactions lock ids in one order, so that none holds an id while it waits for one before it")
    void oneOrder() throws Exception {
        // Given
        List<String> sorted = sorted(List.of("a-" + run, "b-" + run));
        start(List.of(sorted.getFirst()));

        // When
        CompletableFuture<List<IdOwner>> both = ask(sorted.reversed());
        await().atMost(SOON).until(() -> both.isDone() || waiting() == 1);
        CompletableFuture<List<IdOwner>> last = ask(List.of(sorted.getLast()));

        // Then
        assertThat(last).succeedsWithin(SOON);
        assertThat(both).isNotDone();
        commit.complete(null);
        assertThat(both).succeedsWithin(SOON);
    }

    /** A transaction that has locked the ids, and stores the volume with the first of them. */
    private CompletableFuture<List<IdOwner>> start(List<String> ids) {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        CompletableFuture<List<IdOwner>> owners = transactions
                .run(tx -> VolumeIds.locked(tx.statements(), ids)
                        .call(() -> store(tx, ids.getFirst()))
                        .invoke(() -> stored.complete(null))
                        .call(() -> Uni.createFrom().completionStage(commit)))
                .subscribeAsCompletionStage();
        stored.join();
        return owners;
    }

    private Uni<Void> store(LedgerTransaction tx, String id) {
        VolumeRow row = new VolumeRow();
        row.createCommand = "create";
        VolumeSpec spec = VolumeSpec.newBuilder().setPlugin(plugin.value()).build();
        VolumeMapping.write(
                Volume.accepted(volume, run, spec)
                        .with(Provision.NEW.createdAs(new Provision.Info(id, 0, Map.of(), List.of()))),
                row);
        tx.add(row);
        return tx.flush();
    }

    private CompletableFuture<List<IdOwner>> ask(List<String> ids) {
        return transactions.run(tx -> VolumeIds.locked(tx.statements(), ids)).subscribeAsCompletionStage();
    }

    private List<String> sorted(List<String> ids) {
        return transactions
                .single(statements -> statements.select(
                        "select id from unnest($1::text[]) as ids (id)"
                                + " order by hashtextextended('volume id/' || id, 0)",
                        (Object) ids.toArray(String[]::new)))
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList())
                .await()
                .atMost(SOON);
    }

    private long waiting() {
        return transactions
                .single(statements ->
                        statements.select("select count(*) from pg_locks where locktype = 'advisory' and not granted"))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }
}
