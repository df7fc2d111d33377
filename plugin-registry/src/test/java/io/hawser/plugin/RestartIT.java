package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a new process reads: the service keeps nothing of a plugin in memory between two transactions. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class RestartIT {
    private static final String NAME = "restart.example.com";
    private static final ProbeResult GOOD = new ProbeResult.Ready(new Identity("1.0", true, Set.of(1), Set.of(1)));
    private static final ProbeResult BAD = new ProbeResult.Failed("away");
    private static final Fact REGISTRATION = new Fact.Register(
            new Fact.Header("restart", "type", "digest", List.of()), NAME, "a", Declared.at("node-1", endpoint("a")));

    @Inject
    Transactions transactions;

    @Test
    @Tag("nomad-17")
    @Tag("nomad-49")
    @Tag("nomad-W2")
    @DisplayName("After a restart the instances have their order, health and endpoints, and the one that served serves"
            + " until a newer one is steady or registers")
    void afterARestart() {
        // Given: both have failed, "a" came back first
        Plugin before = Plugin.unknown(NAME)
                .register("a", Declared.at("node-1", endpoint("a")), 1)
                .register("b", Declared.at("node-2", endpoint("b")), 2);
        for (String name : List.of("a", "b")) {
            before = answers(answers(before, name, GOOD), name, BAD);
        }
        before = answers(answers(before, "a", GOOD), "b", GOOD);
        Registry written = Registry.EMPTY.with(Map.of(NAME, before));
        run(tx -> LockedRegistry.lock(tx, List.of(REGISTRATION))
                .invoke(locked -> locked.write(written))
                .replaceWithVoid());
        // When
        Plugin after = run(tx -> LockedRegistry.lockPlugin(tx, NAME)
                .map(locked -> locked.toDomain().plugins().get(NAME)));
        // Then
        assertThat(after).isEqualTo(before);
        assertThat(after.current()).contains("a");
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b", "a");
        assertThat(after.instance("a").map(Instance::endpoint)).contains(endpoint("a"));
        Plugin oneMore = answers(after, "b", GOOD);
        assertThat(oneMore.current()).contains("a");
        assertThat(answers(oneMore, "b", GOOD).current()).contains("b");
        Plugin newer = after.register("c", Declared.at("node-3", endpoint("c")), 0);
        assertThat(answers(newer, "c", GOOD).current()).contains("c");
        assertThat(after.deregister("a").current()).contains("b");
    }

    private static Plugin answers(Plugin plugin, String instance, ProbeResult answer) {
        return plugin.probed(instance, endpoint(instance), answer, Instant.EPOCH);
    }

    private static String endpoint(String instance) {
        return "unix:///" + instance + ".sock";
    }

    private <T> T run(Function<LedgerTransaction, Uni<T>> work) {
        return transactions.run(work).await().atMost(Duration.ofMinutes(1));
    }
}
