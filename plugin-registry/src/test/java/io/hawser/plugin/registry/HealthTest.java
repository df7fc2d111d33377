package io.hawser.plugin.registry;

import static io.hawser.plugin.registry.PluginScenes.BAD;
import static io.hawser.plugin.registry.PluginScenes.GOOD;
import static io.hawser.plugin.registry.PluginScenes.NAME;
import static io.hawser.plugin.registry.PluginScenes.endpoint;
import static io.hawser.plugin.registry.PluginScenes.healthy;
import static io.hawser.plugin.registry.PluginScenes.registered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How an instance or a node is, since when, and which events tell it. */
class HealthTest {
    @Test
    @DisplayName("what names itself otherwise is another plugin, however well it answers")
    void aMisnamedOneIsUnhealthy() {
        // When
        Plugin after = registered("a")
                .probed("a", endpoint("a"), new ProbeResult.Misnamed("other.example.com"), Instant.EPOCH);
        // Then
        assertThat(after.current()).isEmpty();
        assertThat(after.instance("a").orElseThrow().health())
                .isInstanceOfSatisfying(Health.Unhealthy.class, unhealthy -> assertThat(unhealthy.message())
                        .contains("'other.example.com'")
                        .contains("'" + NAME + "'"));
    }

    @Test
    @DisplayName("one that is not ready is not well, and what it says of itself is kept; under another name it is not")
    void notReady() {
        // Given
        Identity said = new Identity("2.0", true, Set.of(1), Set.of(9));
        // When
        Health own = registered("a")
                .probed(
                        "a",
                        endpoint("a"),
                        new ProbeResult.NotReady(said, "the plugin answers that it is not ready"),
                        Instant.EPOCH)
                .instances()
                .getFirst()
                .health();
        Health misnamed = registered("a")
                .probed("a", endpoint("a"), new ProbeResult.Misnamed("other.example.com"), Instant.EPOCH)
                .instances()
                .getFirst()
                .health();
        // Then
        assertThat(own.message()).isEqualTo("the plugin answers that it is not ready");
        assertThat(own.lastSaid()).contains(said);
        assertThat(misnamed.message()).contains("'other.example.com'");
        assertThat(misnamed.lastSaid()).isEmpty();
    }

    @Test
    @DisplayName("what one that is not ready says replaces no answer of a ready one, and is none that it has no"
            + " controller")
    void notReadyAnyMore() {
        // Given
        Identity more = new Identity("2.0", true, Set.of(1), Set.of(9));
        Identity none = new Identity("2.0", false, Set.of(), Set.of());
        Plugin unready =
                registered("a").probed("a", endpoint("a"), new ProbeResult.NotReady(more, "no"), Instant.EPOCH);
        // When
        Health before = health(healthy("a"));
        Health after =
                health(healthy("a").probed("a", endpoint("a"), new ProbeResult.NotReady(more, "no"), Instant.EPOCH));
        Health denied =
                health(registered("a").probed("a", endpoint("a"), new ProbeResult.NotReady(none, "no"), Instant.EPOCH));
        Health deniedLater =
                health(unready.probed("a", endpoint("a"), new ProbeResult.NotReady(none, "no"), Instant.EPOCH));
        // Then
        assertThat(after.lastSaid()).isEqualTo(before.lastSaid()).isPresent();
        assertThat(after.wasHealthy()).isTrue();
        assertThat(after.message()).isEqualTo("no");
        assertThat(denied.lastSaid()).isEmpty();
        assertThat(denied.wasHealthy()).isFalse();
        assertThat(deniedLater.lastSaid()).contains(more);
    }

    private static Health health(Plugin plugin) {
        return plugin.instance("a").orElseThrow().health();
    }

    @Test
    @DisplayName("an instance is unhealthy since its first failure after a good answer; a good answer ends that")
    void sinceWhen() {
        // Given
        Instant first = Instant.ofEpochSecond(10);
        Instant later = Instant.ofEpochSecond(20);
        // When
        Plugin ill = healthy("a").probed("a", endpoint("a"), BAD, first);
        Plugin stillIll = ill.probed("a", endpoint("a"), BAD, later);
        Plugin neverWell =
                registered("a").probed("a", endpoint("a"), BAD, first).probed("a", endpoint("a"), BAD, later);
        Plugin well = stillIll.probed("a", endpoint("a"), GOOD, later);
        Plugin illAgain = well.probed("a", endpoint("a"), BAD, later);
        // Then
        assertThat(List.of(ill, stillIll, neverWell))
                .extracting(HealthTest::since)
                .containsOnly(Optional.of(first));
        assertThat(List.of(well, registered("a"))).extracting(HealthTest::since).containsOnly(Optional.empty());
        assertThat(since(illAgain)).contains(later);
    }

    @Test
    @DisplayName("a node is unhealthy since the first fingerprint that says so; a healthy one ends that")
    void sinceWhenOnANode() {
        // Given
        Fingerprint good = new Fingerprint("n1", true, "", false, Set.of());
        Fingerprint bad = new Fingerprint("n1", false, "gone", false, Set.of());
        // When
        Plugin ill = Plugin.unknown(NAME).fingerprinted(bad, Instant.ofEpochSecond(10));
        Plugin stillIll = ill.fingerprinted(bad, Instant.ofEpochSecond(20));
        Plugin well = stillIll.fingerprinted(good, Instant.ofEpochSecond(30));
        Plugin illAgain = well.fingerprinted(bad, Instant.ofEpochSecond(40));
        // Then
        assertThat(sinceOnNode(stillIll)).contains(Instant.ofEpochSecond(10));
        assertThat(sinceOnNode(well)).isEmpty();
        assertThat(sinceOnNode(illAgain)).contains(Instant.ofEpochSecond(40));
    }

    @Test
    @DisplayName("an instance that becomes healthy or unhealthy is one event, with the reason; the same answer is none")
    void healthEvents() {
        // Given
        Plugin registered = registered("a");
        Plugin well = healthy("a");
        Plugin ill = well.probed("a", endpoint("a"), new ProbeResult.Failed("away"), Instant.EPOCH);
        Plugin stillIll = ill.probed("a", endpoint("a"), new ProbeResult.Failed("still away"), Instant.EPOCH);
        // Then
        assertThat(InstanceEvent.between(registered, well))
                .containsExactly(new InstanceEvent(NAME, "a", "InstanceHealthy", "a answers"));
        assertThat(InstanceEvent.between(well, ill))
                .containsExactly(new InstanceEvent(NAME, "a", "InstanceUnhealthy", "a does not serve: away"));
        assertThat(InstanceEvent.between(ill, stillIll)).isEmpty();
        assertThat(InstanceEvent.between(well, well.probed("a", endpoint("a"), GOOD, Instant.EPOCH)))
                .isEmpty();
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("an instance that says otherwise of itself is one event, though it was healthy all the time; what is"
            + " different is named")
    void changeEvents() {
        // Given
        Plugin plugin = healthy("a");
        ProbeResult other = new ProbeResult.Ready(new Identity("2.0", false, Set.of(1, 2), Set.of(9, 1)));
        ProbeResult upgraded = new ProbeResult.Ready(new Identity("2.0", true, Set.of(1), Set.of(1)));
        Plugin away = plugin.probed("a", endpoint("a"), BAD, Instant.EPOCH);
        // When
        List<InstanceEvent> events =
                InstanceEvent.between(plugin, plugin.probed("a", endpoint("a"), other, Instant.EPOCH));
        List<InstanceEvent> upgrade =
                InstanceEvent.between(away, away.probed("a", endpoint("a"), upgraded, Instant.EPOCH));
        // Then
        assertThat(events)
                .containsExactly(new InstanceEvent(
                        NAME,
                        "a",
                        "InstanceChanged",
                        "a says otherwise now: version was 1.0, is 2.0; controller service was true, is false;"
                                + " plugin capabilities was [1], is [1, 2];"
                                + " controller capabilities was [1], is [1, 9]"));
        assertThat(upgrade)
                .extracting(InstanceEvent::reason, InstanceEvent::message)
                .containsExactly(
                        tuple("InstanceChanged", "a says otherwise now: version was 1.0, is 2.0"),
                        tuple("InstanceHealthy", "a answers"));
        // Elsewhere, it is another process.
        Plugin moved = plugin.register("a", Declared.at("node-1", "unix:///new.sock"), 9);
        assertThat(InstanceEvent.between(moved, moved.probed("a", "unix:///new.sock", upgraded, Instant.EPOCH)))
                .extracting(InstanceEvent::reason)
                .containsExactly("InstanceHealthy");
    }

    private static Optional<Instant> since(Plugin plugin) {
        return plugin.instance("a").orElseThrow().health().unhealthySince();
    }

    private static Optional<Instant> sinceOnNode(Plugin plugin) {
        return plugin.fingerprints().get("n1").unhealthySince();
    }
}
