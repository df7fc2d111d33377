package io.hawser.plugin;

import static io.hawser.plugin.RegistryTopics.awaitPlugin;
import static io.hawser.plugin.RegistryTopics.fingerprint;
import static io.hawser.plugin.RegistryTopics.plugins;
import static io.hawser.plugin.RegistryTopics.register;
import static io.hawser.plugin.RegistryTopics.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.RecordHandler;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.kafka.Announcements;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.PluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers have of a life of the database that is lost. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class RestoredPluginsIT {
    private static final String ENDPOINT = "tcp://127.0.0.1:1";

    @Inject
    DatabaseLife life;

    @Inject
    Transactions transactions;

    @Inject
    Announcements announcements;

    @Inject
    RecordHandler intake;

    private static Topics topics;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @DisplayName("a record that a lost database published is corrected, although the plugin is as the copy has it")
    void isCorrected() {
        // Given
        String name = "restored.example.com";
        fingerprint(topics, "n6", name);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        Plugin lost = later(Plugin.newBuilder().setName(name).setNodesExpected(1));
        topics.say(HawserTopic.PLUGINS, name, lost);

        // When
        life.suspect("a test");

        // Then
        awaitPlugin(topics, name, plugin -> {
            assertThat(plugin.getNodesHealthy()).isEqualTo(1);
            assertThat(plugin.getRevision()).isGreaterThan(lost.getRevision());
        });
    }

    @Test
    @DisplayName(
            "a controller that the copy does not know stays known, although something is read before the comparison:"
                    + " until then nothing is published")
    void aControllerStaysKnown() {
        // Given
        String name = "lost-controller.example.com";
        fingerprint(topics, "n9", name, true);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getCapabilitiesKnown())
                .isTrue());
        long known = published(name).getRevision();
        topics.say(
                HawserTopic.PLUGINS,
                name,
                withController(name).setRevision(known + 1).build());

        // When
        List<OutgoingRecord> written = change(name, plugin -> {
            life.suspect("a test");
            return plugin.notFoundOn("n9").register("a", Declared.at("", ENDPOINT), 1);
        });

        // Then
        assertThat(written).isEmpty();
        awaitPlugin(topics, name, plugin -> {
            assertThat(plugin.getInstancesExpected()).isEqualTo(1);
            assertThat(plugin.getPluginCapabilitiesList()).containsExactly(Identity.CONTROLLER_SERVICE);
        });
    }

    @Test
    @DisplayName(
            "that an instance has no controller, which it said before the lost life knew it as one, is not repeated")
    void anOldDenialIsNotRepeated() {
        // Given
        String name = "denying.example.com";
        register(topics, name, "a", ENDPOINT);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getInstancesExpected())
                .isEqualTo(1));
        change(
                name,
                plugin -> plugin.probed(
                        "a",
                        ENDPOINT,
                        new ProbeResult.Ready(new Identity("1", false, Set.of(), Set.of())),
                        Instant.now()));
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getCapabilitiesKnown())
                .isTrue());
        Plugin lost = later(withController(name)
                .addInstances(PluginInstance.newBuilder().setName("a").setController(true)));
        topics.say(HawserTopic.PLUGINS, name, lost);

        // When
        life.suspect("a test");

        // Then
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getRevision()).isGreaterThan(lost.getRevision()));
        assertThat(published(name).getPluginCapabilitiesList()).containsExactly(Identity.CONTROLLER_SERVICE);
    }

    @Test
    @DisplayName("capabilities that the copy has of an earlier version are not published above those that the lost life"
            + " published: they stand until the plugin has answered again")
    void earlierCapabilitiesAreNotRepeated(@TempDir Path folder) {
        // Given
        String name = "upgraded.example.com";
        Path socket = folder.resolve("s");
        try (StrictPlugin plugin =
                StrictPlugin.start(StrictPluginOptions.at(socket).withName(name))) {
            register(topics, name, "a", "unix://" + socket);
            awaitPlugin(topics, name, said -> assertThat(said.getCurrent()).isEqualTo("a"));
            Plugin known = published(name);
            Plugin lost = later(known.toBuilder().addControllerCapabilities(99));
            topics.say(HawserTopic.PLUGINS, name, lost);

            // When
            life.suspect("a test");

            // Then
            awaitPlugin(topics, name, said -> {
                assertThat(said.getRevision()).isGreaterThan(lost.getRevision());
                assertThat(said.getCurrent()).isEqualTo("a");
            });
            Tuple before = tuple("", lost.getControllerCapabilitiesList());
            Tuple answered = tuple("a", known.getControllerCapabilitiesList());
            assertThat(plugins(topics, name))
                    .extracting(record -> Plugin.parseFrom(record.value()))
                    .filteredOn(said -> said.getRevision() > lost.getRevision())
                    .extracting(Plugin::getCurrent, Plugin::getControllerCapabilitiesList)
                    // The first is repeated, with the probe's failure, if the plugin does not answer the probe in time.
                    .startsWith(before)
                    .endsWith(answered)
                    .containsOnly(before, answered)
                    .containsOnlyOnce(answered);
        }
    }

    @Test
    @DisplayName(
            "that a plugin has no controller stays published if its record has not reached the topic before a start")
    void anOlderRecordOnTheTopicIsNoLostLife() {
        // Given
        String name = "unsent.example.com";
        fingerprint(topics, "n12", name, true);
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getCapabilitiesKnown())
                .isTrue());
        topics.say(
                HawserTopic.PLUGINS, name, withController(name).setRevision(1).build());

        // When
        life.suspect("a test");
        fingerprint(topics, "n13", name, true);

        // Then
        awaitPlugin(
                topics, name, plugin -> assertThat(plugin.getNodesExpected()).isEqualTo(2));
        assertThat(published(name).getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName("a plugin whose record a lost life deleted is published again; a record without a plugin is deleted")
    void aDeletionIsCorrected() {
        // Given
        String name = "deleted.example.com";
        String unknown = "unknown.example.com";
        fingerprint(topics, "n10", name);
        awaitPlugin(
                topics, name, plugin -> assertThat(plugin.getNodesExpected()).isEqualTo(1));
        topics.forget(HawserTopic.PLUGINS, name);
        topics.say(
                HawserTopic.PLUGINS,
                unknown,
                Plugin.newBuilder().setName(unknown).build());

        // When
        life.suspect("a test");

        // Then
        awaitPlugin(
                topics, name, plugin -> assertThat(plugin.getNodesExpected()).isEqualTo(1));
        soon().untilAsserted(() ->
                assertThat(plugins(topics, unknown).getLast().value()).isNull());
    }

    @Test
    @DisplayName("of an unknown plugin that a node forgot, no tombstone is written before the comparison: the plugin"
            + " may be found until then")
    void anUnknownPluginIsForgotten() {
        // Given
        String name = "found-elsewhere.example.com";
        topics.say(HawserTopic.PLUGINS, name, later(withController(name).setNodesExpected(1)));
        Fingerprint found = Fingerprint.newBuilder()
                .setNode("n18")
                .setPlugin(name)
                .setHealthy(true)
                .build();
        Decoded forgotten = new Decoded.Tombstone(origin(1), "n17/" + name);
        Decoded foundElsewhere =
                new Decoded.Known(origin(2), "n18/" + name, "found", MessageTypes.nameOf(found), found);

        // When
        List<OutgoingRecord> written = transactions
                .run(tx -> {
                    life.suspect("a test");
                    return intake.apply(tx, List.of(forgotten))
                            .chain(() -> intake.apply(tx, List.of(foundElsewhere)))
                            .map(ignored -> List.copyOf(tx.published()));
                })
                .await()
                .atMost(Duration.ofMinutes(2));

        // Then
        assertThat(written).isEmpty();
        awaitPlugin(topics, name, plugin -> assertThat(plugin.getNodesHealthy()).isEqualTo(1));
        assertThat(plugins(topics, name))
                .allSatisfy(record -> assertThat(record.value()).isNotNull());
        assertThat(published(name).getPluginCapabilitiesList()).containsExactly(Identity.CONTROLLER_SERVICE);
    }

    @Test
    @DisplayName("plugins that come and go after they were compared, and before it counts, are published once it does")
    void comesAndGoesDuringTheComparison() {
        // Given
        String comes = "comes.example.com";
        String goes = "goes.example.com";
        fingerprint(topics, "n14", goes);
        awaitPlugin(
                topics, goes, plugin -> assertThat(plugin.getNodesExpected()).isEqualTo(1));
        announcements.compared(life.number() - 1);

        // When
        fingerprint(topics, "n14", comes);
        topics.forget(HawserTopic.FINGERPRINTS, "n14/" + goes);
        soon().until(() -> isKnown(comes) && !isKnown(goes));

        // Then
        assertThat(plugins(topics, comes)).isEmpty();
        assertThat(plugins(topics, goes).getLast().value()).isNotNull();

        // When
        announcements.compared(life.number());

        // Then
        awaitPlugin(
                topics, comes, plugin -> assertThat(plugin.getNodesExpected()).isEqualTo(1));
        soon().untilAsserted(() ->
                assertThat(plugins(topics, goes).getLast().value()).isNull());
    }

    private boolean isKnown(String name) {
        return transactions
                .read(tx -> tx.statements().select("select 1 from plugin where name = $1", name))
                .map(rows -> !rows.isEmpty())
                .await()
                .atMost(Duration.ofMinutes(2));
    }

    /** @return what is written because of the change */
    private List<OutgoingRecord> change(String name, UnaryOperator<io.hawser.plugin.registry.Plugin> change) {
        return transactions
                .run(tx -> LockedRegistry.lockPlugin(tx, name).map(locked -> {
                    Registry before = locked.toDomain();
                    Registry after = before.with(
                            Map.of(name, change.apply(before.plugins().get(name))));
                    locked.write(after);
                    announcements.changes(tx, locked, after);
                    return List.copyOf(tx.published());
                }))
                .await()
                .atMost(Duration.ofMinutes(2));
    }

    private static Origin origin(long offset) {
        return new Origin(TopicNames.DEFAULT.of(HawserTopic.FINGERPRINTS), "", 0, offset);
    }

    private static Plugin.Builder withController(String name) {
        return Plugin.newBuilder()
                .setName(name)
                .setCapabilitiesKnown(true)
                .addPluginCapabilities(Identity.CONTROLLER_SERVICE);
    }

    private static Plugin later(Plugin.Builder lost) {
        return lost.setRevision(Instant.now().plusSeconds(3600).toEpochMilli() * 1000)
                .build();
    }

    private static Plugin published(String name) {
        try {
            return Plugin.parseFrom(plugins(topics, name).getLast().value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
