package io.hawser.plugin.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginTest {
    private static final String NAME = "csi.example.com";
    private static final int CREATE_DELETE_VOLUME = 1;
    private static final ProbeResult GOOD =
            new ProbeResult.Ready(new Identity(NAME, "1.0", true, Set.of(1), Set.of(CREATE_DELETE_VOLUME)));
    private static final ProbeResult BAD = new ProbeResult.Failed("no such socket");

    @Test
    @Tag("nomad-17")
    @Tag("nomad-51")
    @DisplayName("a newer registration takes over, as soon as it has answered well")
    void theNewestHealthyServes() {
        // Given
        Plugin plugin = registered("a", "b").probed("a", endpoint("a"), GOOD, Instant.EPOCH);
        Optional<String> before = plugin.current();
        // When
        Plugin after = plugin.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(before).contains("a");
        assertThat(after.current()).contains("b");
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b", "a");
    }

    @Test
    @Tag("nomad-50")
    @DisplayName("a known instance that registers again keeps its place and its health")
    void aKnownInstanceIsNotReordered() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.register("a", Declared.at("node-1", endpoint("a")), 100);
        // Then
        assertThat(after).isEqualTo(plugin);
    }

    @Test
    @DisplayName("a known instance with a changed endpoint keeps its place, "
            + "and must answer there first (nomad rule 22, W23)")
    void aChangedEndpointIsAskedAnew() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.register("b", Declared.at("node-1", "unix:///new.sock"), 100);
        // Then
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b", "a");
        assertThat(after.instance("b").orElseThrow().health()).isEqualTo(new Health.Unasked());
        assertThat(after.current()).contains("a");
        assertThat(after.probed("b", endpoint("b"), GOOD, Instant.EPOCH)).isEqualTo(after);
    }

    @Test
    @Tag("nomad-18")
    @Tag("nomad-52")
    @DisplayName("deregistering an older instance leaves the current one alone")
    void anOlderOneGoes() {
        // When
        Plugin after = healthy("a", "b").deregister("a");
        // Then
        assertThat(after.current()).contains("b");
        assertThat(after.instances()).extracting(Instance::name).containsExactly("b");
    }

    @Test
    @Tag("nomad-13")
    @Tag("nomad-W12")
    @DisplayName("when the current one goes, the next newest serves immediately")
    void theNextNewestServesAtOnce() {
        // When
        Plugin deregistered = healthy("a", "b", "c").deregister("c");
        Plugin failed = healthy("a", "b", "c").probed("c", endpoint("c"), BAD, Instant.EPOCH);
        // Then
        assertThat(deregistered.current()).contains("b");
        assertThat(failed.current()).contains("b");
    }

    @Test
    @DisplayName("a process for nodes only is healthy, serves no controller, and does not say what the plugin can do")
    void aProcessForNodesOnly() {
        // Given
        ProbeResult nodes = new ProbeResult.Ready(new Identity(NAME, "1.0", false, Set.of(1), Set.of()));
        // When
        Plugin alone = registered("n").probed("n", endpoint("n"), nodes, Instant.EPOCH);
        Plugin both = registered("c", "n")
                .probed("c", endpoint("c"), GOOD, Instant.EPOCH)
                .probed("n", endpoint("n"), nodes, Instant.EPOCH);
        Plugin failed = both.probed("c", endpoint("c"), BAD, Instant.EPOCH);
        // Then
        assertThat(alone.instance("n").orElseThrow().healthy()).isTrue();
        assertThat(alone.current()).isEmpty();
        assertThat(Summary.of(alone, Map.of(), Set.of()).identity()).isEmpty();
        assertThat(both.current()).contains("c");
        assertThat(failed.current()).isEmpty();
        assertThat(Summary.of(failed, Map.of(), Set.of())
                        .identity()
                        .orElseThrow()
                        .controllerCapabilities())
                .containsExactly(CREATE_DELETE_VOLUME);
    }

    @Test
    @Tag("nomad-W3")
    @DisplayName("deregistering an instance that is not there touches no other")
    void deregisteringNobodyTouchesNobody() {
        // Given
        Plugin plugin = healthy("a", "b");
        // When
        Plugin after = plugin.deregister("x");
        // Then
        assertThat(after).isEqualTo(plugin);
    }

    @Test
    @DisplayName("one that comes and goes takes the calls back only after three good answers in a row")
    void aFlappingOneDoesNotStealBack() {
        // Given
        Plugin plugin = healthy("a", "b").probed("b", endpoint("b"), BAD, Instant.EPOCH);
        // When
        Plugin once = plugin.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin twice = once.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin again =
                twice.probed("b", endpoint("b"), BAD, Instant.EPOCH).probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        Plugin thrice = twice.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(List.of(once, twice, again)).extracting(Plugin::current).containsOnly(Optional.of("a"));
        assertThat(thrice.current()).contains("b");
    }

    @Test
    @DisplayName(
            "one that failed twice after having been healthy has lapsed all the same: one good answer is not steady")
    void aLapseIsNotForgottenAtTheSecondFailure() {
        // Given
        Plugin failed = healthy("a", "b")
                .probed("b", endpoint("b"), BAD, Instant.EPOCH)
                .probed("b", endpoint("b"), BAD, Instant.EPOCH);
        // When
        Plugin after = failed.probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(failed.instance("b").orElseThrow().health()).isInstanceOfSatisfying(Health.Unhealthy.class, bad -> {
            assertThat(bad.failures()).isEqualTo(2);
            assertThat(bad.lapsed()).isTrue();
        });
        assertThat(after.current()).contains("a");
    }

    @Test
    @DisplayName("where nobody else is healthy, one that just came back serves at once")
    void theOnlyOneServes() {
        // Given
        Plugin plugin = healthy("a").probed("a", endpoint("a"), BAD, Instant.EPOCH);
        // When
        Plugin after = plugin.probed("a", endpoint("a"), GOOD, Instant.EPOCH);
        // Then
        assertThat(plugin.current()).isEmpty();
        assertThat(after.current()).contains("a");
    }

    @Test
    @DisplayName("one that was not up yet when it registered is no lapse")
    void aSlowStartIsNoLapse() {
        // Given
        Plugin plugin = healthy("a").register("b", Declared.at("", endpoint("b")), 2);
        // When
        Plugin after =
                plugin.probed("b", endpoint("b"), BAD, Instant.EPOCH).probed("b", endpoint("b"), GOOD, Instant.EPOCH);
        // Then
        assertThat(after.current()).contains("b");
    }

    @Test
    @DisplayName("what names itself otherwise is another plugin, however well it answers")
    void aMisnamedOneIsUnhealthy() {
        // Given
        Identity other = new Identity("other.example.com", "1.0", true, Set.of(1), Set.of());
        // When
        Plugin after = registered("a").probed("a", endpoint("a"), new ProbeResult.Ready(other), Instant.EPOCH);
        // Then
        assertThat(after.current()).isEmpty();
        assertThat(after.instance("a").orElseThrow().health())
                .isInstanceOfSatisfying(Health.Unhealthy.class, unhealthy -> assertThat(unhealthy.message())
                        .contains("'other.example.com'")
                        .contains("'" + NAME + "'"));
    }

    @Test
    @Tag("nomad-5")
    @DisplayName("one without controller service is healthy and never serves controller calls")
    void onlyControllersServe() {
        // Given
        Identity nodeOnly = new Identity(NAME, "1.0", false, Set.of(), Set.of());
        // When
        Plugin after = registered("a").probed("a", endpoint("a"), new ProbeResult.Ready(nodeOnly), Instant.EPOCH);
        // Then
        assertThat(after.instance("a").orElseThrow().healthy()).isTrue();
        assertThat(after.current()).isEmpty();
    }

    @Test
    @Tag("nomad-6")
    @Tag("nomad-7")
    @DisplayName("capabilities are those of the last good answer; a failure keeps them, a new answer replaces them")
    void capabilitiesFollowTheLastGoodAnswer() {
        // Given
        Plugin plugin = healthy("a").probed("a", endpoint("a"), BAD, Instant.EPOCH);
        ProbeResult more = new ProbeResult.Ready(new Identity(NAME, "2.0", true, Set.of(1), Set.of(1, 9)));
        // When
        Summary failed = Summary.of(plugin, java.util.Map.of(), Set.of());
        Summary renewed =
                Summary.of(plugin.probed("a", endpoint("a"), more, Instant.EPOCH), java.util.Map.of(), Set.of());
        // Then
        assertThat(failed.identity().orElseThrow().controllerCapabilities()).containsExactly(CREATE_DELETE_VOLUME);
        assertThat(failed.controllersExpected()).isEqualTo(1);
        assertThat(failed.controllersHealthy()).isZero();
        assertThat(renewed.identity().orElseThrow().controllerCapabilities()).containsExactlyInAnyOrder(1, 9);
    }

    @Test
    @Tag("nomad-W5")
    @DisplayName(
            "an instance is used as it is registered: one for nodes gets no controller calls, one for the controller"
                    + " must offer them")
    void roles() {
        // Given
        ProbeResult controller = new ProbeResult.Ready(new Identity(NAME, "1", true, Set.of(1), Set.of()));
        ProbeResult none = new ProbeResult.Ready(new Identity(NAME, "1", false, Set.of(), Set.of()));
        // When
        Plugin node = role(Role.NODE).probed("a", endpoint("a"), controller, Instant.EPOCH);
        Plugin without = role(Role.BOTH).probed("a", endpoint("a"), none, Instant.EPOCH);
        Plugin with = role(Role.CONTROLLER).probed("a", endpoint("a"), controller, Instant.EPOCH);
        // Then
        assertThat(node.current()).isEmpty();
        assertThat(node.instance("a").orElseThrow().healthy()).isTrue();
        assertThat(without.current()).isEmpty();
        assertThat(without.instance("a").orElseThrow().health().message()).contains("no controller service");
        assertThat(with.current()).contains("a");
        // A registration for another role is another promise: its health is asked again.
        assertThat(with.register("a", new Declared("", endpoint("a"), Role.NODE, "", Map.of()), 9)
                        .current())
                .isEmpty();
    }

    private static Plugin role(Role role) {
        return Plugin.unknown(NAME).register("a", new Declared("", endpoint("a"), role, "", Map.of()), 1);
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
                .extracting(PluginTest::since)
                .containsOnly(Optional.of(first));
        assertThat(List.of(well, registered("a"))).extracting(PluginTest::since).containsOnly(Optional.empty());
        assertThat(since(illAgain)).contains(later);
    }

    private static Optional<Instant> since(Plugin plugin) {
        return plugin.instance("a").orElseThrow().health().unhealthySince();
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

    private static Optional<Instant> sinceOnNode(Plugin plugin) {
        return plugin.fingerprints().get("n1").unhealthySince();
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
        ProbeResult other = new ProbeResult.Ready(new Identity(NAME, "2.0", false, Set.of(1, 2), Set.of(9, 1)));
        ProbeResult upgraded = new ProbeResult.Ready(new Identity(NAME, "2.0", true, Set.of(1), Set.of(1)));
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

    @Test
    @Tag("nomad-2")
    @DisplayName("a plugin's topology keys are those of the nodes of the inventory that have it")
    void topologyKeys() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of("zone", "rack")), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of("zone")), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n3", true, "", false, Set.of("gone")), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, Map.of("n3", NodeState.REMOVED), Set.of());
        // Then
        assertThat(summary.topologyKeys()).containsExactly("rack", "zone");
    }

    @Test
    @DisplayName("a node that is fenced has nothing healthy, one that was removed does not count")
    void countsNodes() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n3", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n4", false, "socket gone", false, Set.of()), Instant.EPOCH);
        // When
        Summary summary =
                Summary.of(plugin, java.util.Map.of("n2", NodeState.FENCED, "n3", NodeState.REMOVED), Set.of());
        // Then
        assertThat(summary.nodesExpected()).isEqualTo(3);
        assertThat(summary.nodesHealthy()).isEqualTo(1);
    }

    @Test
    @DisplayName("a node whose agent is silent is expected, and not healthy whatever it said last")
    void aSilentNodeIsNotHealthy() {
        // Given
        Plugin plugin = Plugin.unknown(NAME)
                .fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH)
                .fingerprinted(new Fingerprint("n2", true, "", false, Set.of()), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, java.util.Map.of(), Set.of("n2"));
        // Then
        assertThat(summary.nodesExpected()).isEqualTo(2);
        assertThat(summary.nodesHealthy()).isEqualTo(1);
    }

    @Test
    @DisplayName("one that is not ready is not well, and what it says of itself counts; under another name it does not")
    void notReady() {
        // Given
        Identity said = new Identity(NAME, "2.0", true, Set.of(1), Set.of(9));
        Identity other = new Identity("other.example.com", "2.0", true, Set.of(1), Set.of(9));
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
                .probed("a", endpoint("a"), new ProbeResult.Misnamed(other.name()), Instant.EPOCH)
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
    @DisplayName("a plugin can do what its current instance says, though a newer one says otherwise")
    void theCurrentOneSaysWhatThePluginCan() {
        // Given
        Identity newer = new Identity(NAME, "2.0", true, Set.of(1), Set.of(9));
        Plugin plugin = healthy("a")
                .register("b", Declared.at("node-1", endpoint("b")), 2)
                .probed("b", endpoint("b"), new ProbeResult.NotReady(newer, "not ready"), Instant.EPOCH);
        // When
        Summary summary = Summary.of(plugin, java.util.Map.of(), Set.of());
        // Then
        assertThat(plugin.current()).contains("a");
        assertThat(summary.identity().orElseThrow().vendorVersion()).isEqualTo("1.0");
    }

    @Test
    @DisplayName("a plugin is gone when no instance is registered and no node of the inventory has it")
    void gone() {
        // Given
        Plugin found =
                Plugin.unknown(NAME).fingerprinted(new Fingerprint("n1", true, "", false, Set.of()), Instant.EPOCH);
        java.util.Map<String, NodeState> removed = java.util.Map.of("n1", NodeState.REMOVED);
        // Then
        assertThat(Summary.of(found, java.util.Map.of(), Set.of()).gone()).isFalse();
        assertThat(Summary.of(found, removed, Set.of()).gone()).isTrue();
        assertThat(Summary.of(registered("a"), removed, Set.of()).gone()).isFalse();
    }

    @Test
    @DisplayName("other plugins in the registry change neither nodes, nor who is silent, nor commands")
    void withOtherPlugins() {
        // Given
        Registry before = new Registry(
                java.util.Map.of(),
                java.util.Map.of("n1", NodeState.FENCED),
                Set.of("n2"),
                java.util.Map.of("id", "digest"));
        java.util.Map<String, Plugin> plugins = java.util.Map.of(NAME, healthy("a"));
        // When
        Registry after = before.with(plugins);
        // Then
        assertThat(after).isEqualTo(new Registry(plugins, before.nodes(), before.silent(), before.commands()));
        assertThat(Registration.apply(after, List.of(new Fact.HeardOrNot("n2")), 1)
                        .after())
                .isEqualTo(after);
    }

    private static Plugin registered(String... names) {
        Plugin plugin = Plugin.unknown(NAME);
        for (String name : names) {
            plugin = plugin.register(name, Declared.at("node-1", endpoint(name)), 1);
        }
        return plugin;
    }

    private static Plugin healthy(String... names) {
        Plugin plugin = registered(names);
        for (String name : names) {
            plugin = plugin.probed(name, endpoint(name), GOOD, Instant.EPOCH);
        }
        return plugin;
    }

    private static String endpoint(String instance) {
        return "unix:///" + instance + ".sock";
    }
}
