package io.hawser.plugin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private static final String P = "csi.example.com";

    @Test
    @Tag("nomad-12")
    @Tag("nomad-45")
    @DisplayName("a new instance is accepted and asked at once")
    void aNewInstanceIsAsked() {
        // When
        var outcome = Registration.apply(Registry.EMPTY, List.of(register("id-1", "a")), 5);
        // Then
        assertThat(outcome.answers()).containsExactly(new Answer.Accepted("id-1", "Register", P, ""));
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
                .isEqualTo(new Answer.Accepted("id-3", "Deregister", P, "there was no such instance"));
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
        assertThat(outcome.answers().getLast()).isInstanceOf(Answer.Accepted.class);
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
        Fact found = new Fact.Found(P, new Fingerprint("n1", true, "", false));
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
                Registry.EMPTY, List.of(new Fact.Found(P, new Fingerprint("n1", true, "", false))), 5);
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
                new Fact.Header(id, "Register", "digest of " + instance), P, instance, "unix:///" + instance, "");
    }

    private static Fact deregister(String id, String instance) {
        return new Fact.Deregister(new Fact.Header(id, "Deregister", "digest of " + instance), P, instance);
    }
}
