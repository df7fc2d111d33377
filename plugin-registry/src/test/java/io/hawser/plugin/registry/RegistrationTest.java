package io.hawser.plugin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private static final String P = "csi.example.com";

    @Test
    @Tag("nomad-45")
    @DisplayName("a new instance is accepted and asked immediately")
    void aNewInstanceIsAsked() {
        // When
        var outcome = Registration.apply(Registry.EMPTY, List.of(register("id-1", "a")), 5);
        // Then
        assertThat(outcome.answers()).containsExactly(new Answer.Done("id-1", "Register", P, "", List.of()));
        assertThat(outcome.toAsk()).containsExactly(new Registration.InstanceOf(P, "a"));
        assertThat(outcome.after().plugins().get(P).instances()).hasSize(1);
    }

    @Test
    @Tag("nomad-46")
    @DisplayName(
            "deregistering the last instance leaves nothing; deregistering what is not there is accepted and says so")
    void deregistering() {
        // When
        var outcome = Registration.apply(
                Registry.EMPTY, List.of(register("id-1", "a"), deregister("id-2", "a"), deregister("id-3", "a")), 5);
        // Then
        assertThat(outcome.after().plugins()).isEmpty();
        assertThat(outcome.toAsk()).isEmpty();
        assertThat(outcome.gone()).containsExactly(new Registration.InstanceOf(P, "a"));
        assertThat(outcome.answers().getLast())
                .isEqualTo(new Answer.Done("id-3", "Deregister", P, "there was no such instance", List.of()));
    }

    @Test
    @DisplayName("a command that comes again is answered again and resurrects nothing")
    void aRepeatedCommandDoesNothingMore() {
        // When
        var outcome = Registration.apply(
                Registry.EMPTY, List.of(register("id-1", "a"), deregister("id-2", "a"), register("id-1", "a")), 5);
        // Then
        assertThat(outcome.after().plugins()).isEmpty();
        assertThat(outcome.answers()).hasSize(3);
        assertThat(outcome.answers().getLast()).isInstanceOf(Answer.Done.class);
    }

    @Test
    @DisplayName("the same id with other content is rejected, and nothing is done")
    void aReusedIdIsRejected() {
        // When
        var outcome = Registration.apply(Registry.EMPTY, List.of(register("id-1", "a"), register("id-1", "b")), 5);
        // Then
        assertThat(outcome.after().plugins().get(P).instance("b")).isEmpty();
        assertThat(outcome.answers().getLast())
                .isInstanceOfSatisfying(Answer.Rejected.class, rejected -> assertThat(rejected.field())
                        .isEqualTo("id"));
    }

    @Test
    @DisplayName("a plugin exists while a node has it, though nobody registered an instance")
    void aFingerprintKeepsThePlugin() {
        // Given
        Fact found = new Fact.Found(P, new Fingerprint("n1", true, "", false, Set.of()));
        // When
        var there = Registration.apply(Registry.EMPTY, List.of(found), 5);
        var gone = Registration.apply(there.after(), List.of(new Fact.NotFound(P, "n1")), 6);
        // Then
        assertThat(there.after().plugins()).containsKey(P);
        assertThat(gone.after().plugins()).isEmpty();
    }

    @Test
    @DisplayName("a removed node's fingerprints are kept, because its agent may not say them again when it returns")
    void aRemovedNodeComesBack() {
        // Given
        var found = Registration.apply(
                Registry.EMPTY, List.of(new Fact.Found(P, new Fingerprint("n1", true, "", false, Set.of()))), 5);
        // When
        var removed =
                Registration.apply(found.after(), List.of(new Fact.NodeIs("n1", Optional.of(NodeState.REMOVED))), 6);
        var back = Registration.apply(removed.after(), List.of(new Fact.NodeIs("n1", Optional.empty())), 7);
        // Then
        assertThat(summary(removed).gone()).isTrue();
        assertThat(summary(back).nodesHealthy()).isEqualTo(1);
    }

    private static Summary summary(Registration.Outcome outcome) {
        return Summary.of(
                outcome.after().plugins().get(P),
                outcome.after().nodes(),
                outcome.after().silent());
    }

    private static Fact register(String id, String instance) {
        return new Fact.Register(
                new Fact.Header(id, "Register", "digest of " + instance, List.of()),
                P,
                instance,
                Declared.at("", "unix:///" + instance));
    }

    private static Fact deregister(String id, String instance) {
        return new Fact.Deregister(new Fact.Header(id, "Deregister", "digest of " + instance, List.of()), P, instance);
    }

    @Test
    @Tag("nomad-16")
    @Tag("nomad-48")
    @DisplayName("an instance for nodes and one for the controller have one name and do not touch each other")
    void rolesAreApart() {
        // Given
        Fact controller = new Fact.Register(
                new Fact.Header("1", "Register", "1", List.of()),
                P,
                "c",
                new Declared("", "unix:///c", Role.CONTROLLER, "1.2", Map.of("started-by", "ci")));
        Fact node = new Fact.Register(
                new Fact.Header("2", "Register", "2", List.of()),
                P,
                "n",
                new Declared("n1", "unix:///n", Role.NODE, "", Map.of()));
        Registry both =
                Registration.apply(Registry.EMPTY, List.of(controller, node), 5).after();
        // When
        var after = Registration.apply(both, List.of(deregister("3", "c")), 6);
        // Then
        assertThat(after.after().plugins().get(P).instances())
                .extracting(Instance::name)
                .containsExactly("n");
        assertThat(after.events()).extracting(InstanceEvent::instance).containsExactly("c");
    }

    @Test
    @Tag("nomad-45")
    @Tag("nomad-46")
    @Tag("nomad-W3")
    @DisplayName(
            "each registration, update and deregistration is one event of that instance; what changed nothing is none")
    void events() {
        // Given
        List<Fact> facts = List.of(
                register("1", "a"),
                register("2", "a"),
                new Fact.Register(
                        new Fact.Header("3", "Register", "3", List.of()),
                        P,
                        "a",
                        Declared.at("n1", "unix:///elsewhere")),
                deregister("4", "never-there"),
                deregister("5", "a"),
                register("6", "a"));
        // When
        List<InstanceEvent> events =
                Registration.apply(Registry.EMPTY, facts, 5).events();
        // Then
        assertThat(events)
                .extracting(InstanceEvent::reason)
                .containsExactly("InstanceRegistered", "InstanceUpdated", "InstanceDeregistered", "InstanceRegistered");
        assertThat(events).allMatch(event -> event.instance().equals("a"));
    }

    @Test
    @Tag("nomad-W8")
    @Tag("nomad-S3")
    @DisplayName("however often a process was restarted in place, and however many of its supervisors say that it is"
            + " gone, it is asked once, ends once, and its replacement stays")
    void manySupervisors() {
        // Given
        List<Fact> restarts = List.of(register("1", "old"), register("2", "old"), register("3", "old"));
        var started = Registration.apply(Registry.EMPTY, restarts, 5);
        var replaced = Registration.apply(started.after(), List.of(register("4", "new")), 6);
        // When
        var ended = Registration.apply(
                replaced.after(), List.of(deregister("5", "old"), deregister("6", "old"), deregister("7", "old")), 7);
        // Then
        assertThat(started.toAsk()).containsExactly(new Registration.InstanceOf(P, "old"));
        assertThat(ended.after().plugins().get(P).instances())
                .extracting(Instance::name)
                .containsExactly("new");
        assertThat(ended.gone()).containsExactly(new Registration.InstanceOf(P, "old"));
        assertThat(ended.events()).extracting(InstanceEvent::instance).containsExactly("old");
    }

    @Test
    @Tag("nomad-S3")
    @DisplayName("where nothing was ever registered, a deregistration is answered, is no event and makes no plugin")
    void deregisteredFromNothing() {
        // When
        var outcome = Registration.apply(Registry.EMPTY, List.of(deregister("1", "a")), 5);
        // Then
        assertThat(outcome.answers()).hasSize(1).allMatch(Answer.Done.class::isInstance);
        assertThat(outcome.events()).isEmpty();
        assertThat(outcome.after().plugins()).isEmpty();
    }
}
