package io.hawser.plugin.registry.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.RegistryIT;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Registration;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class LockedRegistryIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String PLUGIN = "locked.example.com";
    private static final String NODE = "locked-node";

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("A node that goes while a plugin is found there takes that plugin into account")
    void aNodeGoesWhileAPluginIsFoundThere() throws Exception {
        // Given: a present node has no row, and the plugin is not yet stored
        CompletableFuture<Void> commit = new CompletableFuture<>();
        CompletableFuture<Void> found = start(commit);

        // When
        CompletableFuture<Set<String>> gone = transactions
                .run(tx -> LockedRegistry.lock(tx, List.of(new Fact.NodeIs(NODE, Optional.empty())))
                        .map(LockedRegistry::names))
                .subscribeAsCompletionStage();
        await().atMost(SOON).until(() -> gone.isDone() || waiting() == 1);
        commit.complete(null);

        // Then
        found.get();
        assertThat(gone.get()).contains(PLUGIN);
    }

    @Test
    @DisplayName("A plugin that is found while its tombstone is being written waits for that tombstone")
    void aPluginIsFoundWhileItsTombstoneIsWritten() throws Exception {
        // Given: nothing is known of the plugin, so its tombstone finds no row
        CompletableFuture<Void> commit = new CompletableFuture<>();
        CompletableFuture<Void> locked = new CompletableFuture<>();
        CompletableFuture<Void> buried = transactions
                .run(tx -> LockedRegistry.lock(tx, List.of(new Fact.NotFound("buried.example.com", "buried-1")))
                        .invoke(() -> locked.complete(null))
                        .chain(() -> Uni.createFrom().completionStage(commit)))
                .subscribeAsCompletionStage();
        locked.join();

        // When
        CompletableFuture<Set<String>> found = transactions
                .run(tx -> LockedRegistry.lock(
                                tx,
                                List.of(new Fact.Found(
                                        "buried.example.com", new Fingerprint("buried-2", true, "", false, Set.of()))))
                        .map(LockedRegistry::names))
                .subscribeAsCompletionStage();
        await().atMost(SOON).until(() -> found.isDone() || waiting() == 1);

        // Then
        assertThat(found).isNotDone();
        commit.complete(null);
        buried.get();
        assertThat(found.get()).isEmpty();
    }

    private CompletableFuture<Void> start(CompletableFuture<Void> commit) {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        List<Fact> facts = List.of(new Fact.Found(PLUGIN, new Fingerprint(NODE, true, "", false, Set.of())));
        CompletableFuture<Void> found = transactions
                .run(tx -> LockedRegistry.lock(tx, facts)
                        .invoke(locked -> locked.write(
                                Registration.apply(locked.toDomain(), facts, 1).after()))
                        .invoke(() -> stored.complete(null))
                        .chain(() -> Uni.createFrom().completionStage(commit)))
                .subscribeAsCompletionStage();
        stored.join();
        return found;
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
