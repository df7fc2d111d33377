package io.hawser.deallocator.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ServiceEndTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Votes.Owner WEB = new Votes.Owner("web", "r1");
    private static final ResourceId DATA = Kind.VOLUME.id("data");
    private static final ResourceId NET = Kind.NETWORK.id("net");
    private static final Function<ResourceId, List<String>> NOBODY = id -> List.of();

    @Test
    @Tag("swarmkit-DB7")
    @DisplayName("A volume of policy DELETE goes with its last service, whose record says so")
    void aVolumeGoesWithItsService() {
        // When
        ServiceEnd end = end(Reference.Policy.DELETE, NOBODY, volume());
        // Then
        assertThat(end.fates()).containsExactly(Map.entry(DATA, new Fate.Goes("no service holds it any more")));
        Resource voted = end.voted().get(DATA);
        assertThat(voted.deletion()).isEqualTo(new Deletion.NotAsked().asked(NOW));
        assertThat(voted.votes().delete()).contains(WEB);
        assertThat(Kind.VOLUME.mayGo()).accepts(voted);
    }

    @Test
    @DisplayName("A shared volume waits for the other services that list it")
    void aSharedVolumeWaits() {
        // When
        ServiceEnd end = end(Reference.Policy.DELETE, id -> List.of("db"), volume());
        // Then
        assertThat(end.fates().get(DATA)).isEqualTo(new Fate.Held("service db refers to it"));
        assertThat(end.voted().get(DATA).deletion()).isInstanceOf(Deletion.Asked.class);
    }

    @Test
    @DisplayName("RETAIN of one service is stronger than DELETE of another, whichever ends first")
    void retainIsStronger() {
        // Given
        Resource deleted = volume().voted(Reference.Policy.DELETE, WEB, NOW);
        Resource retained = volume().voted(Reference.Policy.RETAIN, WEB, NOW);
        // When
        ServiceEnd retainLast = end(Reference.Policy.RETAIN, NOBODY, deleted);
        ServiceEnd deleteLast = end(Reference.Policy.DELETE, NOBODY, retained);
        // Then
        assertThat(retainLast.fates().get(DATA)).isEqualTo(new Fate.Kept("the service says RETAIN"));
        assertThat(deleteLast.fates().get(DATA)).isEqualTo(new Fate.Kept("service web, which has ended, said RETAIN"));
        assertThat(Kind.VOLUME.mayGo())
                .rejects(retainLast.voted().get(DATA), deleteLast.voted().get(DATA));
    }

    @Test
    @Tag("swarmkit-T125")
    @DisplayName("A network goes with its last service only if it is marked for deletion itself")
    void onlyAMarkedNetworkGoes() {
        // Given
        Resource marked = Resource.named(NET).with(new Deletion.NotAsked().asked(NOW));
        // When
        ServiceEnd with = end(Reference.Policy.NONE, NOBODY, marked);
        ServiceEnd without = end(Reference.Policy.NONE, NOBODY, Resource.named(NET));
        // Then
        assertThat(with.fates().get(NET)).isEqualTo(new Fate.Goes("no service holds it any more"));
        assertThat(without.fates().get(NET)).isEqualTo(new Fate.Kept("it is not marked for deletion"));
        assertThat(with.voted().get(NET))
                .as("from now on nothing holds it")
                .isEqualTo(marked.with(marked.deletion().held(NOW)));
    }

    @Test
    @DisplayName("A volume without a record does not exist. One that is created later may be another one, and stays")
    void aVolumeWithoutARecord() {
        // When
        ServiceEnd deleted = end(Reference.Policy.DELETE, NOBODY, DATA);
        ServiceEnd retained = end(Reference.Policy.RETAIN, NOBODY, DATA);
        ServiceEnd shared = end(Reference.Policy.DELETE, id -> List.of("db"), DATA);
        // Then
        assertThat(List.of(deleted, retained, shared))
                .allSatisfy(end -> assertThat(end.voted()).isEmpty());
        assertThat(List.of(deleted, shared)).allSatisfy(end -> assertThat(end.fates())
                .containsExactly(Map.entry(
                        DATA,
                        new Fate.Kept(
                                "it does not exist; one that is created later is not deleted with this service"))));
        assertThat(retained.fates().get(DATA)).isEqualTo(new Fate.Kept("the service says RETAIN"));
    }

    @Test
    @DisplayName("What a lost database decided is decided again, but not about a volume that was created since then")
    void decidedAgain() {
        // Given
        Set<Reference> references = Set.of(new Reference(DATA, Reference.Policy.DELETE));
        Resource same = volume().seen("u1", false, Optional.of(NOW.minusSeconds(600)));
        Resource later = volume().seen("u2", false, Optional.of(NOW.minusSeconds(599)));
        // When
        ServiceEnd again = ServiceEnd.of(references, WEB, Optional.of(NOW), Map.of(DATA, same), NOBODY, NOW);
        ServiceEnd another = ServiceEnd.of(references, WEB, Optional.of(NOW), Map.of(DATA, later), NOBODY, NOW);
        ServiceEnd none = ServiceEnd.of(references, WEB, Optional.of(NOW), Map.of(), NOBODY, NOW);
        // Then
        assertThat(again.fates().get(DATA)).isInstanceOf(Fate.Goes.class);
        assertThat(again.voted()).containsOnlyKeys(DATA);
        assertThat(another.fates().get(DATA).message())
                .isEqualTo("the service was deallocated before, at 2026-01-01T00:00:00Z, and the volume was"
                        + " requested after that, or less than ten minutes before");
        assertThat(another.voted()).isEmpty();
        assertThat(none.voted()).isEmpty();
        assertThat(none.fates().get(DATA))
                .isEqualTo(new Fate.Goes("it does not exist: it is gone, or was never there"));
    }

    @Test
    @DisplayName("A volume that a lost database's decision did not know is still retained by a service that says so")
    void retainedAgain() {
        // Given
        Resource later = volume().seen("u2", false, Optional.of(NOW.plusNanos(1000)));
        // When
        ServiceEnd end = ServiceEnd.of(
                Set.of(new Reference(DATA, Reference.Policy.RETAIN)),
                WEB,
                Optional.of(NOW),
                Map.of(DATA, later),
                NOBODY,
                NOW);
        // Then
        assertThat(end.voted().get(DATA).votes().retain()).contains("web");
    }

    @Test
    @DisplayName("A volume that another service wants to be deleted may go with a service that a lost database ended")
    void askedByAnother() {
        // Given
        Resource later = volume().seen("u2", false, Optional.of(NOW.plusNanos(1000)))
                .voted(Reference.Policy.DELETE, new Votes.Owner("db", "r2"), NOW);
        // When
        ServiceEnd end = ServiceEnd.of(
                Set.of(new Reference(DATA, Reference.Policy.DELETE)),
                WEB,
                Optional.of(NOW),
                Map.of(DATA, later),
                NOBODY,
                NOW);
        // Then
        assertThat(end.fates().get(DATA)).isEqualTo(new Fate.Goes("no service holds it any more"));
        assertThat(end.voted())
                .as("it is looked at")
                .containsExactly(Map.entry(DATA, later.with(later.deletion().held(NOW))));
    }

    private static Resource volume() {
        return Resource.named(DATA).seen("u1", false, Optional.empty());
    }

    private static ServiceEnd end(
            Reference.Policy policy, Function<ResourceId, List<String>> others, Resource... known) {
        return ServiceEnd.of(
                Set.of(new Reference(known[0].id(), policy)),
                WEB,
                Optional.empty(),
                Arrays.stream(known).collect(Collectors.toMap(Resource::id, Function.identity())),
                others,
                NOW);
    }

    private static ServiceEnd end(Reference.Policy policy, Function<ResourceId, List<String>> others, ResourceId id) {
        return ServiceEnd.of(Set.of(new Reference(id, policy)), WEB, Optional.empty(), Map.of(), others, NOW);
    }
}
