package io.hawser.plugin.registry.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Role;
import io.hawser.plugin.registry.Summary;
import io.hawser.v1.PluginInstance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PluginMessageTest {
    private static final String ENDPOINT = "unix:///run/csi/example.sock";
    private static final Plugin REGISTERED = Plugin.unknown("csi.example.org")
            .register("a", Declared.at("", ENDPOINT), 1)
            .fingerprinted(new Fingerprint("node-1", true, "", false, Set.of()), Instant.EPOCH);
    private static final Plugin ANSWERED = REGISTERED.probed(
            "a", ENDPOINT, new ProbeResult.Ready(new Identity("1.2.3", true, Set.of(1), Set.of(1, 2))), Instant.EPOCH);

    @Test
    @DisplayName("A plugin that never answered is not one that can do nothing")
    void silenceIsNoAnswer() {
        assertThat(message(REGISTERED, Optional.empty()).getCapabilitiesKnown()).isFalse();
        assertThat(message(ANSWERED, Optional.empty()).getCapabilitiesKnown()).isTrue();
    }

    @Test
    @Tag("nomad-W25")
    @DisplayName("Each capability is published by itself: none brings those with higher numbers along")
    void eachCapabilityByItself() {
        for (int number = 0; number < 20; number++) {
            // When
            var message = message(
                    REGISTERED.probed(
                            "a",
                            ENDPOINT,
                            new ProbeResult.Ready(new Identity("1", true, Set.of(1), Set.of(number))),
                            Instant.EPOCH),
                    Optional.empty());
            // Then
            assertThat(message.getControllerCapabilitiesList()).containsExactly(number);
        }
    }

    @Test
    @DisplayName("An instance says since when it is unhealthy; a further failure with the same reason is no change")
    void unhealthySince() {
        // Given
        Plugin ill = ANSWERED.probed("a", ENDPOINT, new ProbeResult.Failed("away"), Instant.ofEpochSecond(10));
        Plugin stillIll = ill.probed("a", ENDPOINT, new ProbeResult.Failed("away"), Instant.ofEpochSecond(20));
        // When / Then
        assertThat(message(ANSWERED, Optional.empty()).getInstances(0).hasUnhealthySince())
                .isFalse();
        assertThat(message(ill, Optional.empty())
                        .getInstances(0)
                        .getUnhealthySince()
                        .getSeconds())
                .isEqualTo(10);
        assertThat(message(stillIll, Optional.empty())).isEqualTo(message(ill, Optional.empty()));
    }

    @Test
    @DisplayName("A plugin that can do nothing says so by answering")
    void nothingIsAnAnswer() {
        // When
        var message = message(
                REGISTERED.probed(
                        "a",
                        ENDPOINT,
                        new ProbeResult.Ready(new Identity("1", false, Set.of(), Set.of())),
                        Instant.EPOCH),
                Optional.empty());

        // Then
        assertThat(message.getCapabilitiesKnown()).isTrue();
        assertThat(message.getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName("A plugin that every node finds without controller service needs no registered instance to be known")
    void nodesKnowAPluginThatHasNoController() {
        // Given
        Plugin found = Plugin.unknown("csi.example.org")
                .fingerprinted(new Fingerprint("node-1", true, "", true, Set.of()), Instant.EPOCH);

        // Then
        assertThat(message(found, Optional.empty()).getCapabilitiesKnown()).isTrue();
        assertThat(message(
                                found.fingerprinted(
                                        new Fingerprint("node-2", true, "", false, Set.of()), Instant.EPOCH),
                                Optional.empty())
                        .getCapabilitiesKnown())
                .isFalse();
        assertThat(message(found.register("a", Declared.at("", ENDPOINT), 1), Optional.empty())
                        .getCapabilitiesKnown())
                .isFalse();
        assertThat(message(found, Optional.of(message(ANSWERED, Optional.empty())))
                        .getControllerCapabilitiesList())
                .containsExactly(1, 2);
    }

    @Test
    @DisplayName("That a plugin has no controller ends with the first node that finds one, not with one that is ill")
    void aNodeThatFindsAController() {
        // Given
        Plugin found = Plugin.unknown("csi.example.org")
                .fingerprinted(new Fingerprint("node-1", true, "", true, Set.of()), Instant.EPOCH);
        var before = Optional.of(message(found, Optional.empty()));

        // When
        var upgraded = message(
                found.fingerprinted(new Fingerprint("node-1", true, "", false, Set.of()), Instant.EPOCH), before);
        var ill = message(
                found.fingerprinted(new Fingerprint("node-2", false, "ill", false, Set.of()), Instant.EPOCH), before);

        // Then
        assertThat(upgraded.getCapabilitiesKnown()).isFalse();
        assertThat(ill.getCapabilitiesKnown()).isTrue();
    }

    @Test
    @DisplayName("What the nodes said of a plugin without controller ends with the first registered instance: it may be"
            + " the controller, and has not answered")
    void aRegisteredInstanceMayBeTheController() {
        // Given
        Plugin found = Plugin.unknown("csi.example.org")
                .fingerprinted(new Fingerprint("node-1", true, "", true, Set.of()), Instant.EPOCH);
        var before = Optional.of(message(found, Optional.empty()));
        Plugin registered = found.register("a", Declared.at("", ENDPOINT), 1);

        // When
        var unasked = message(registered, before);
        var failed = message(
                registered.probed("a", ENDPOINT, new ProbeResult.Failed("no such socket"), Instant.EPOCH),
                Optional.of(unasked));

        // Then
        assertThat(before.get().getCapabilitiesKnown()).isTrue();
        assertThat(unasked.getCapabilitiesKnown()).isFalse();
        assertThat(failed.getCapabilitiesKnown()).isFalse();
    }

    @Test
    @DisplayName(
            "What it said last stands while no instance is registered, or the only one has moved and was not asked yet")
    void whatWasSaidStands() {
        // Given
        var before = Optional.of(message(ANSWERED, Optional.empty()));

        // When
        var alone = message(ANSWERED.deregister("a"), before);
        var moved = message(ANSWERED.register("a", Declared.at("", "unix:///run/csi/other.sock"), 2), before);

        // Then
        for (var message : java.util.List.of(alone, moved)) {
            assertThat(message.getCapabilitiesKnown()).isTrue();
            assertThat(message.getVendorVersion()).isEqualTo("1.2.3");
            assertThat(message.getPluginCapabilitiesList()).containsExactly(1);
            assertThat(message.getControllerCapabilitiesList()).containsExactly(1, 2);
            assertThat(message.getEndpoint()).isEmpty();
            assertThat(message.getCurrent()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NODE", "UNSPECIFIED"})
    @DisplayName("A process for nodes does not say that a plugin has no controller whose controller was deregistered")
    void aProcessForNodesDoesNotSpeakForTheController(Role role) {
        // Given
        Plugin both = denying(
                ANSWERED.register("n", new Declared("node-1", "unix:///n.sock", role, "", Map.of()), 2),
                "n",
                "unix:///n.sock");
        var before = message(both, Optional.of(message(ANSWERED, Optional.empty())));

        // When
        var after = message(both.deregister("a"), Optional.of(before));

        // Then
        assertThat(before.getControllerCapabilitiesList()).containsExactly(1, 2);
        assertThat(after.getCapabilitiesKnown()).isTrue();
        assertThat(after.getPluginCapabilitiesList()).containsExactly(1);
        assertThat(after.getControllerCapabilitiesList()).containsExactly(1, 2);
        assertThat(message(both.deregister("a"), Optional.empty()).getControllerCapabilitiesList())
                .isEmpty();
    }

    @Test
    @DisplayName("A controller that says that it is none any more is believed")
    void aControllerThatIsNoneAnyMore() {
        // When
        var after = message(denying(ANSWERED, "a", ENDPOINT), Optional.of(message(ANSWERED, Optional.empty())));

        // Then
        assertThat(after.getCapabilitiesKnown()).isTrue();
        assertThat(after.getPluginCapabilitiesList()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"NODE", "BOTH", "UNSPECIFIED"})
    @DisplayName("A controller that says that it is none any more is believed, although it moved or failed in between")
    void aControllerThatMovedAndIsNoneAnyMore(Role role) {
        // Given
        String other = "unix:///run/csi/other.sock";
        var served = message(ANSWERED, Optional.empty());
        Plugin moved = ANSWERED.register("a", new Declared("", other, role, "", Map.of()), 2);
        var unasked = message(moved, Optional.of(served));
        Plugin failed = moved.probed("a", other, new ProbeResult.Failed("no such socket"), Instant.EPOCH);
        var unhealthy = message(failed, Optional.of(unasked));

        // When
        var after = message(denying(failed, "a", other), Optional.of(unhealthy));

        // Then
        assertThat(unhealthy.getPluginCapabilitiesList()).containsExactly(1);
        assertThat(after.getCapabilitiesKnown()).isTrue();
        assertThat(after.getPluginCapabilitiesList()).isEmpty();
        assertThat(after.getInstances(0).getController()).isFalse();
    }

    @Test
    @DisplayName("A controller that says that it is none any more is believed once the last one that may be it says so")
    void aControllerThatIsNoneAnyMoreWhileAnotherIsNotAsked() {
        // Given
        Plugin waits = denying(ANSWERED.register("b", Declared.at("", "unix:///b.sock"), 2), "a", ENDPOINT);
        var undecided = message(waits, Optional.of(message(ANSWERED, Optional.empty())));

        // When
        var after = message(denying(waits, "b", "unix:///b.sock"), Optional.of(undecided));

        // Then
        assertThat(undecided.getPluginCapabilitiesList()).containsExactly(1);
        assertThat(after.getCapabilitiesKnown()).isTrue();
        assertThat(after.getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName(
            "A former controller does not speak for the one that replaced it, nor one that was deregistered for its"
                    + " successor")
    void aFormerControllerDoesNotSpeakForAnother() {
        // Given
        var served = message(ANSWERED, Optional.empty());
        Plugin replaced = denying(
                ANSWERED.register("b", Declared.at("", "unix:///b.sock"), 2)
                        .probed(
                                "b",
                                "unix:///b.sock",
                                new ProbeResult.Ready(new Identity("2", true, Set.of(1), Set.of(1, 2))),
                                Instant.EPOCH),
                "a",
                ENDPOINT);
        var byTheOther = message(replaced, Optional.of(served));
        var withoutAny = message(ANSWERED.deregister("a"), Optional.of(served));

        // When
        var alone = message(replaced.deregister("b"), Optional.of(byTheOther));
        var again = message(denying(REGISTERED, "a", ENDPOINT), Optional.of(withoutAny));

        // Then
        assertThat(alone.getPluginCapabilitiesList()).containsExactly(1);
        assertThat(again.getPluginCapabilitiesList()).containsExactly(1);
    }

    @Test
    @DisplayName(
            "However many other instances are unhealthy, a controller that says that it is none any more is believed")
    void aControllerAmongManyUnhealthyOnes() {
        // Given
        String other = "unix:///run/csi/other.sock";
        Plugin moved = ANSWERED.register("a", Declared.at("", other), 2);
        for (int i = 0; i < 20; i++) {
            Declared node = new Declared("node-" + i, ENDPOINT, Role.NODE, "", Map.of());
            moved = moved.register("b" + i, node, 3 + i);
        }
        var unasked = message(moved, Optional.of(message(ANSWERED, Optional.empty())));

        // When
        var after = message(denying(moved, "a", other), Optional.of(unasked));

        // Then
        assertThat(unasked.getInstancesList()).hasSize(16);
        assertThat(after.getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName(
            "A process for nodes that once offered a controller, which nothing calls, is believed when it denies that")
    void aProcessForNodesThatOfferedAController() {
        // Given
        Declared forNodes = new Declared("node-1", ENDPOINT, Role.NODE, "", Map.of());
        Plugin offering = Plugin.unknown("csi.example.org")
                .register("n", forNodes, 1)
                .probed(
                        "n",
                        ENDPOINT,
                        new ProbeResult.Ready(new Identity("1.2.3", true, Set.of(1), Set.of(1, 2))),
                        Instant.EPOCH);
        var offered = message(offering, Optional.empty());

        // When
        var after = message(denying(offering, "n", ENDPOINT), Optional.of(offered));

        // Then
        assertThat(offered.getCapabilitiesKnown()).isFalse();
        assertThat(after.getCapabilitiesKnown()).isTrue();
        assertThat(after.getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName("A process for nodes that offers a controller contradicts another that has none")
    void aProcessForNodesContradictsADenial() {
        // Given
        Declared forNodes = new Declared("node-1", "unix:///n.sock", Role.NODE, "", Map.of());
        Plugin both = denying(REGISTERED, "a", ENDPOINT)
                .register("n", forNodes, 2)
                .probed(
                        "n",
                        "unix:///n.sock",
                        new ProbeResult.Ready(new Identity("1.2.3", true, Set.of(1), Set.of(1, 2))),
                        Instant.EPOCH);

        // When
        var message = message(both, Optional.empty());

        // Then
        assertThat(message.getCapabilitiesKnown()).isFalse();
        assertThat(message(denying(both, "n", "unix:///n.sock"), Optional.of(message))
                        .getCapabilitiesKnown())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("While no instance is current, the plugin can do what was published last, whatever another instance"
            + " says that does not serve")
    void whatServedLastStandsWhateverAnotherSays(boolean other) {
        // Given: the other one was never healthy, or was and is not ready any more.
        ProbeResult lessThan = new ProbeResult.Ready(new Identity("2", true, Set.of(1), Set.of(9)));
        Plugin both = ANSWERED.register("b", Declared.at("", "unix:///b.sock"), 2);
        both = other ? both.probed("b", "unix:///b.sock", lessThan, Instant.EPOCH) : both;
        both = unready(both, "b", "unix:///b.sock", new Identity("2", true, Set.of(1), Set.of(9)));
        var published = message(both, Optional.of(message(ANSWERED, Optional.empty())));

        // When
        var after = message(
                both.probed("a", ENDPOINT, new ProbeResult.Failed("away"), Instant.EPOCH), Optional.of(published));

        // Then
        assertThat(after.getCurrent()).isEmpty();
        assertThat(after.getVendorVersion()).isEqualTo("1.2.3");
        assertThat(after.getControllerCapabilitiesList()).containsExactly(1, 2);
        assertThat(after.getControllersExpected()).isEqualTo(2);
    }

    @Test
    @DisplayName("What a controller says while it is not ready replaces nothing: it may not know yet what it can do")
    void whatIsSaidBeforeItIsReady() {
        // Given
        var published = Optional.of(message(ANSWERED, Optional.empty()));
        Identity less = new Identity("2", true, Set.of(1), Set.of(1));
        Identity none = new Identity("2", false, Set.of(), Set.of());
        Plugin moved = ANSWERED.register("a", Declared.at("", "unix:///new.sock"), 2);

        // When
        List<io.hawser.v1.Plugin> after = List.of(
                message(unready(ANSWERED, "a", ENDPOINT, less), published),
                message(unready(ANSWERED, "a", ENDPOINT, none), published),
                message(unready(moved, "a", "unix:///new.sock", less), published),
                message(unready(moved, "a", "unix:///new.sock", none), published));

        // Then
        assertThat(after).allSatisfy(message -> {
            assertThat(message.getCapabilitiesKnown()).isTrue();
            assertThat(message.getPluginCapabilitiesList()).containsExactly(1);
            assertThat(message.getControllerCapabilitiesList()).containsExactly(1, 2);
            assertThat(message.getInstances(0).getController()).isTrue();
        });
    }

    @Test
    @DisplayName("A plugin's capabilities are not known before an instance that answers is ready")
    void notKnownBeforeItIsReady() {
        // Given
        Identity less = new Identity("2", true, Set.of(1), Set.of(1));
        Identity none = new Identity("2", false, Set.of(), Set.of());

        // When
        var unready = message(unready(REGISTERED, "a", ENDPOINT, less), Optional.empty());
        var denying = message(unready(REGISTERED, "a", ENDPOINT, none), Optional.empty());

        // Then
        assertThat(unready.getCapabilitiesKnown()).isFalse();
        assertThat(unready.getControllersExpected()).isEqualTo(1);
        assertThat(unready.getInstances(0).getVendorVersion()).isEqualTo("2");
        assertThat(denying.getCapabilitiesKnown()).isFalse();
    }

    @Test
    @DisplayName("Where nothing was published, a controller that served and is away has said what it can do")
    void theNewestThatServed() {
        // Given
        Plugin away = ANSWERED.probed("a", ENDPOINT, new ProbeResult.Failed("away"), Instant.EPOCH);

        // When
        var message = message(away, Optional.empty());

        // Then
        assertThat(message.getControllerCapabilitiesList()).containsExactly(1, 2);
    }

    @Test
    @DisplayName("A former controller does not speak for the one that is to replace it and is not ready yet")
    void aFormerControllerDoesNotSpeakForOneThatIsNotReady() {
        // Given
        Identity offers = new Identity("2", true, Set.of(1), Set.of(1, 2));
        Plugin replaced = denying(
                unready(ANSWERED.register("b", Declared.at("", "unix:///b.sock"), 2), "b", "unix:///b.sock", offers),
                "a",
                ENDPOINT);
        var byNone = message(replaced, Optional.of(message(ANSWERED, Optional.empty())));

        // When
        var alone = message(replaced.deregister("b"), Optional.of(byNone));

        // Then
        assertThat(byNone.getControllerCapabilitiesList()).containsExactly(1, 2);
        assertThat(alone.getPluginCapabilitiesList()).containsExactly(1);
    }

    @Test
    @DisplayName("An instance that offered the controller and was never ready does not deny it for the plugin later")
    void whoWasNeverReadyDeniesNothing() {
        // Given
        String endpoint = "unix:///b.sock";
        Identity offers = new Identity("2", true, Set.of(1), Set.of(1, 2));
        Plugin both = unready(ANSWERED.register("b", Declared.at("", endpoint), 2), "b", endpoint, offers);
        var served = message(both, Optional.of(message(ANSWERED, Optional.empty())));
        var alone = message(both.deregister("a"), Optional.of(served));

        // When
        var denied = message(denying(both.deregister("a"), "b", endpoint), Optional.of(alone));

        // Then
        assertThat(denied.getPluginCapabilitiesList()).containsExactly(1);
    }

    @Test
    @DisplayName("What the current instance says replaces what was published: it may be upgraded where it is")
    void theCurrentOneIsUpgraded() {
        // Given
        ProbeResult upgraded = new ProbeResult.Ready(new Identity("2", true, Set.of(1), Set.of(1)));

        // When
        var after = message(
                ANSWERED.probed("a", ENDPOINT, upgraded, Instant.EPOCH),
                Optional.of(message(ANSWERED, Optional.empty())));

        // Then
        assertThat(after.getVendorVersion()).isEqualTo("2");
        assertThat(after.getControllerCapabilitiesList()).containsExactly(1);
    }

    private static Plugin unready(Plugin plugin, String instance, String endpoint, Identity said) {
        return plugin.probed(instance, endpoint, new ProbeResult.NotReady(said, "not ready"), Instant.EPOCH);
    }

    private static Plugin denying(Plugin plugin, String instance, String endpoint) {
        return plugin.probed(
                instance,
                endpoint,
                new ProbeResult.Ready(new Identity("1.2.4", false, Set.of(), Set.of())),
                Instant.EPOCH);
    }

    @Test
    @DisplayName("The record of a plugin on 10,000 nodes stays below 64 KiB: "
            + "counts, the current instance, the unhealthy ones, the newest")
    void theRecordStaysSmall() {
        // Given
        String long500 = "x".repeat(500);
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Identity identity = new Identity("1.2.3", true, Set.of(1), Set.of(1, 2));
            // The oldest serves; two in the middle do not answer, for a long reason.
            instances.add(new Instance(
                    "instance-" + i,
                    new Declared(
                            "node-" + i,
                            "unix:///run/" + long500.substring(0, 480),
                            Role.BOTH,
                            "v".repeat(128),
                            Map.of("o", "x".repeat(1023))),
                    i,
                    i % 5000 == 17
                            ? new Health.Unhealthy(long500 + long500, 1, true, Optional.of(identity), Instant.EPOCH)
                            : new Health.Healthy(identity, 3)));
        }
        // Each node has a topology key of its own, as long as CSI allows.
        Map<String, Fingerprint> fingerprints = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            String key = "p".repeat(63) + "/" + "%063d".formatted(i);
            fingerprints.put("node-" + i, new Fingerprint("node-" + i, true, "", false, Set.of(key)));
        }
        Plugin plugin = new Plugin("csi.example.org", instances, fingerprints, Optional.of("instance-0"));

        // When
        var message = message(plugin, Optional.empty());

        // Then
        assertThat(message.getSerializedSize()).isLessThan(64 * 1024);
        assertThat(message.getInstancesList())
                .extracting(PluginInstance::getName)
                .containsExactly(
                        "instance-9999",
                        "instance-9998",
                        "instance-9997",
                        "instance-9996",
                        "instance-9995",
                        "instance-9994",
                        "instance-9993",
                        "instance-9992",
                        "instance-9991",
                        "instance-9990",
                        "instance-9989",
                        "instance-9988",
                        "instance-9987",
                        "instance-5017",
                        "instance-17",
                        "instance-0");
        assertThat(message.getInstancesExpected()).isEqualTo(10_000);
        assertThat(message.getInstancesHealthy()).isEqualTo(9_998);
        assertThat(message.getControllersHealthy()).isEqualTo(9_998);
        assertThat(message.getCurrent()).isEqualTo("instance-0");
        assertThat(message.getInstances(13).getMessage()).endsWith("(1000 characters)");
        assertThat(message.getNodesExpected()).isEqualTo(10_000);
        assertThat(message.getTopologyKeysList()).hasSize(32).isSorted().allMatch(key -> key.length() == 127);
    }

    @Test
    @DisplayName("However many are unhealthy, the record names a few of them, and the current one")
    void manyUnhealthyOnes() {
        // Given
        Plugin plugin = ANSWERED;
        for (int i = 0; i < 100; i++) {
            plugin = plugin.register("b" + i, Declared.at("", ENDPOINT), 2 + i)
                    .probed("b" + i, ENDPOINT, new ProbeResult.Failed("\uD83D\uDC94".repeat(1000)), Instant.EPOCH);
        }

        // When
        var message = message(plugin, Optional.empty());

        // Then
        assertThat(message.getInstancesList())
                .hasSize(16)
                .extracting(PluginInstance::getName)
                .startsWith("b99", "b98")
                .endsWith("a");
        assertThat(message.getInstances(0).getMessage()).startsWith("\uD83D\uDC94");
        assertThat(message.getInstances(15).getMessage()).isEmpty();
        assertThat(message.getSerializedSize()).isLessThan(64 * 1024);
        assertThat(message(REGISTERED, Optional.empty()).getInstances(0).getMessage())
                .isEqualTo("not asked yet");
    }

    private static io.hawser.v1.Plugin message(Plugin plugin, Optional<io.hawser.v1.Plugin> before) {
        return PluginMessage.of(Summary.of(plugin, Map.of(), Set.of()), before);
    }
}
