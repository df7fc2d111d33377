package io.hawser.deallocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.Votes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BookkeepingTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(1);
    private static final Deletion ASKED = new Deletion.Asked(NOW, NOW, Optional.empty());
    private static final Deletion NOTED = new Deletion.Asked(NOW, NOW, Optional.of("w"));
    private static final Deletion HELD = new Deletion.Asked(NOW, LATER, Optional.empty());
    private static final Deletion DONE = new Deletion.Deallocated(7, NOW);
    private static final Deletion NOT_ASKED = new Deletion.NotAsked();
    private static final String ORIGIN = "a record";
    private static final ResourceId WEB = Bookkeeping.service("web");
    private static final ResourceId N1 = Kind.NETWORK.id("n1");
    private static final ResourceId DATA = Kind.VOLUME.id("data");

    @Test
    @Tag("swarmkit-T131")
    @DisplayName("a task that ends twice is one end")
    void anEndIsCountedOnce() {
        // Given
        Inventory before = with(service("web", ASKED), task("a", "web"), task("b", "web"));
        // When
        var outcome = apply(before, List.of(new Fact.TaskEnded("a"), new Fact.TaskEnded("a")));
        // Then
        assertThat(outcome.after().tasks().keySet()).containsExactly("b");
        assertThat(outcome.wake()).containsExactly(WEB);
    }

    @Test
    @DisplayName("a task that shows up for a marked service makes what was noted worthless")
    void aNewTaskDropsTheWatermarks() {
        // Given
        Inventory before = with(service("web", NOTED));
        // When
        var outcome = apply(before, List.of(new Fact.TaskLives("a", "web"), new Fact.TaskEnded("a")));
        // Then
        assertThat(outcome.after().services().get("web").deletion())
                .isInstanceOfSatisfying(Deletion.Asked.class, asked -> assertThat(asked.watermarks())
                        .isEmpty());
        assertThat(outcome.wake()).containsExactly(WEB);
    }

    @Test
    @Tag("swarmkit-T133")
    @DisplayName("a record that takes the mark back does not: the deletion goes on, and an event says so")
    void theDeletionGoesOn() {
        // Given
        Inventory before = with(service("web", ASKED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n2")));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(ASKED);
        assertThat(outcome.after().services().get("web").resources()).containsExactly(Kind.NETWORK.id("n2"));
        assertThat(outcome.notices()).containsExactly(new Notice.DeletionIrrevocable(WEB));
    }

    @Test
    @DisplayName("after the deallocation no record changes anything, until the tombstone")
    void theWordIsFinal() {
        // Given
        Inventory before = with(service("web", DONE, "n1"), network("n1", ASKED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n2"), owner(true, "a later record")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).containsExactly(new Notice.WordIsFinal(WEB));
    }

    @Test
    @DisplayName("after the tombstone the name is free again")
    void theNameIsFreeAfterTheTombstone() {
        // Given
        Inventory before = with(service("web", DONE));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceGone("web"), is("web", false)));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(NOT_ASKED);
        assertThat(outcome.wake()).as("what is due of the life that ended").containsExactly(WEB);
        assertThat(outcome.notices()).containsExactly(new Notice.DeallocationServed(WEB));
    }

    @Test
    @Tag("swarmkit-DB6")
    @DisplayName("a service whose record is deleted before its deallocation is forgotten, and frees its networks")
    void aServiceDeletedUnaskedFreesItsNetworks() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1", "n2"), network("n1", ASKED), network("n2", NOT_ASKED));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceGone("web")));
        // Then
        assertThat(outcome.wake()).containsExactly(N1);
        assertThat(outcome.gone()).containsExactly(WEB);
        assertThat(outcome.notices()).containsExactly(new Notice.DeletedUnasked(WEB));
    }

    @Test
    @Tag("swarmkit-X-26")
    @Tag("swarmkit-DB4")
    @DisplayName("a service that drops its reference to a marked network has it looked at")
    void aDroppedReferenceFreesTheNetwork() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1"), network("n1", ASKED));
        // When
        var outcome = apply(before, List.of(is("web", false)));
        // Then
        assertThat(outcome.wake()).containsExactly(N1);
    }

    @Test
    @Tag("swarmkit-X-26")
    @DisplayName("a new reference to a marked network is a fact: it holds the network, and an event says so")
    void aNewReferenceHoldsTheNetwork() {
        // Given
        Inventory before = with(network("n1", NOTED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.after().resources().get(N1).deletion()).isEqualTo(HELD);
        assertThat(outcome.notices()).containsExactly(new Notice.HeldAgain(N1, "web"));
    }

    @Test
    @DisplayName("a task that moves to another service frees the one and holds the other")
    void aTaskThatMovesConcernsBoth() {
        // Given
        Inventory before = with(service("web", ASKED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = apply(before, List.of(new Fact.TaskLives("a", "db")));
        // Then
        assertThat(outcome.wake()).containsExactlyInAnyOrder(WEB, Bookkeeping.service("db"));
        assertThat(outcome.after().services().get("db").deletion()).isEqualTo(HELD);
    }

    @Test
    @Tag("swarmkit-T127")
    @DisplayName("a repeated record of an unmarked network changes nothing")
    void unrelatedRecordsChangeNothing() {
        // Given
        Inventory before = with(network("n1", NOT_ASKED), service("web", NOT_ASKED, "n1"));
        // When
        var outcome = apply(before, List.of(networkIs("n1", false), is("web", false, "n1")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.wake()).isEmpty();
        assertThat(outcome.notices()).isEmpty();
    }

    @Test
    @DisplayName("what compaction left leads to the same owner of a volume's removal; the name's next life is another")
    void anOwnerIsTheSameInAReplay() {
        // Given
        Fact unmarked = owner(false, "topic-0-1");
        Fact marked = owner(true, "topic-0-2");
        Fact markedAgain = owner(true, "topic-0-3");
        // When
        Votes.Owner first = ownerAfter(unmarked, marked, markedAgain);
        Votes.Owner replayed = ownerAfter(markedAgain);
        Votes.Owner nextLife = ownerAfter(markedAgain, new Fact.ServiceGone("web"), owner(true, "topic-0-5"));
        // Then
        assertThat(first).isEqualTo(new Votes.Owner("web", "topic-0-3"));
        assertThat(replayed).isEqualTo(first);
        assertThat(nextLife).isEqualTo(new Votes.Owner("web", "topic-0-5"));
    }

    @Test
    @DisplayName("a record that marks a service or a network has its deletion looked at")
    void aMarkIsLookedAt() {
        // Given
        Inventory before = with(service("web", NOT_ASKED), network("n1", NOT_ASKED));
        // When
        var outcome = apply(before, List.of(is("web", true), networkIs("n1", true)));
        // Then
        assertThat(outcome.wake()).containsExactlyInAnyOrder(WEB, N1);
        assertThat(outcome.after().resources().get(N1).deletion())
                .isEqualTo(new Deletion.Asked(LATER, LATER, Optional.empty()));
    }

    @Test
    @DisplayName("a network keeps its mark, as a service does; one that is new begins with what its record says")
    void aNetworkKeepsItsMark() {
        // Given
        Inventory before = with(network("n1", ASKED));
        // When
        var outcome = apply(before, List.of(networkIs("n1", false), networkIs("n2", true)));
        // Then
        assertThat(outcome.after())
                .isEqualTo(
                        with(network("n1", ASKED), network("n2", new Deletion.Asked(LATER, LATER, Optional.empty()))));
        assertThat(outcome.notices()).containsExactly(new Notice.DeletionIrrevocable(N1));
    }

    @Test
    @DisplayName(
            "a reference that a service keeps is no new one: the network keeps what was noted, and no event follows")
    void aKeptReferenceChangesNothing() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1"), network("n1", NOTED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.wake()).isEmpty();
        assertThat(outcome.notices()).isEmpty();
    }

    @Test
    @DisplayName("a new reference to a marked network has its deletion looked at")
    void aNewReferenceIsLookedAt() {
        // Given
        Inventory before = with(network("n1", NOTED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.wake()).containsExactly(N1);
    }

    @Test
    @DisplayName("a record that still marks what is deallocated says nothing new")
    void aMarkAfterTheDeallocationSaysNothing() {
        // Given
        Inventory before = with(service("web", DONE), network("n1", DONE));
        // When
        var outcome = apply(before, List.of(is("web", true), networkIs("n1", true)));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).isEmpty();
    }

    @Test
    @DisplayName("a network is not free before the tombstone: "
            + "a record without the mark changes nothing, and an event says so")
    void theWordAboutANetworkIsFinal() {
        // Given
        Inventory before = with(network("n1", DONE));
        // When
        var outcome = apply(before, List.of(networkIs("n1", false)));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).containsExactly(new Notice.WordIsFinal(N1));
    }

    @Test
    @DisplayName("a network's tombstone ends it: "
            + "served after a deallocation, an event without one, nothing if it is unknown")
    void aNetworkGoes() {
        // Given
        Inventory before = with(network("served", DONE), network("unasked", ASKED));
        // When
        var outcome = apply(
                before,
                List.of(
                        new Fact.ResourceGone(Kind.NETWORK.id("served")),
                        new Fact.ResourceGone(Kind.NETWORK.id("unasked")),
                        new Fact.ResourceGone(Kind.NETWORK.id("unknown"))));
        // Then
        assertThat(outcome.gone()).containsExactlyInAnyOrder(Kind.NETWORK.id("served"), Kind.NETWORK.id("unasked"));
        assertThat(outcome.notices())
                .containsExactly(
                        new Notice.DeallocationServed(Kind.NETWORK.id("served")),
                        new Notice.DeletedUnasked(Kind.NETWORK.id("unasked")));
    }

    @Test
    @DisplayName("a task's record that cannot be read holds the service of its earlier record")
    void anUnreadableTaskHoldsItsService() {
        // Given
        Inventory before = with(service("web", NOTED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = apply(before, List.of(unreadable("p1", "a"), new Fact.TaskEnded("b")));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(HELD);
        assertThat(outcome.after().services().get("db").deletion()).isEqualTo(NOTED);
        assertThat(outcome.after().unreadable().get("p1").service()).contains("web");
        assertThat(outcome.wake()).containsExactly(WEB);
        assertThat(outcome.notices())
                .containsExactly(new Notice.TaskUnreadable(new ResourceId("task", "a"), "p1", "web"));
    }

    @Test
    @DisplayName("a task's record that cannot be read holds every marked service if its own is not known")
    void anUnreadableTaskHoldsEveryService() {
        // Given
        Inventory before = with(service("web", NOTED), service("db", NOTED), service("kept", NOT_ASKED));
        // When
        var outcome = apply(before, List.of(new Fact.TaskUnreadable("p1", Optional.empty(), Optional.empty())));
        // Then
        assertThat(outcome.after().services().values())
                .extracting(Service::deletion)
                .containsExactlyInAnyOrder(HELD, HELD, NOT_ASKED);
        assertThat(outcome.wake()).containsExactlyInAnyOrder(WEB, Bookkeeping.service("db"));
    }

    @Test
    @DisplayName("a refused record holds the service that it names, and its task still holds the earlier one")
    void aRefusedTaskHoldsTheServiceThatItNames() {
        // Given
        Inventory before = with(service("web", NOTED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = apply(before, List.of(new Fact.TaskUnreadable("p1", Optional.of("a"), Optional.of("db"))));
        // Then
        assertThat(outcome.after().unreadable().get("p1").service()).contains("db");
        assertThat(outcome.after().tasks()).containsKey("a");
        assertThat(outcome.after().services().get("db").deletion()).isEqualTo(HELD);
    }

    @Test
    @DisplayName("a later record of the task, or a person who discards the bad one, ends what it holds")
    void aLaterRecordOrAPersonEndsIt() {
        // Given
        Inventory before = with(
                service("web", NOTED),
                service("db", NOTED),
                new UnreadableTask("p1", Optional.of("a"), Optional.of("web"), NOW),
                new UnreadableTask("p2", Optional.of("b"), Optional.of("web"), NOW),
                new UnreadableTask("p3", Optional.of("c"), Optional.of("web"), NOW),
                new UnreadableTask("p4", Optional.empty(), Optional.empty(), NOW));
        // When
        var lives = apply(before, List.of(new Fact.TaskLives("a", "db")));
        var ended = apply(before, List.of(new Fact.TaskEnded("b")));
        var again = apply(before, List.of(unreadable("p5", "c")));
        var discarded = apply(before, List.of(new Fact.TaskDiscarded("p4"), new Fact.TaskDiscarded("unknown")));
        // Then
        assertThat(lives.after().unreadable()).containsOnlyKeys("p2", "p3", "p4");
        assertThat(lives.wake()).contains(WEB);
        assertThat(ended.after().unreadable()).containsOnlyKeys("p1", "p3", "p4");
        assertThat(again.after().unreadable()).containsOnlyKeys("p1", "p2", "p4", "p5");
        assertThat(discarded.after().unreadable()).containsOnlyKeys("p1", "p2", "p3");
        assertThat(discarded.wake()).containsExactlyInAnyOrder(WEB, Bookkeeping.service("db"));
        assertThat(discarded.after().services().get("db").deletion()).isEqualTo(HELD);
    }

    @Test
    @DisplayName("a volume keeps what its ended services said until it is gone; one of the same name begins anew")
    void aVolumeKeepsItsVotes() {
        // Given
        Resource voted = volume("u1").voted(Reference.Policy.DELETE, new Votes.Owner("web", ORIGIN), NOW);
        Inventory before = with(voted);
        // When
        var again = apply(before, List.of(volumeIs("u1", true)));
        var another = apply(before, List.of(volumeIs("u2", false)));
        var gone = apply(before, List.of(new Fact.ResourceGone(DATA)));
        // Then
        assertThat(again.after().resources().get(DATA)).isEqualTo(voted.seen("u1", true));
        assertThat(again.wake()).containsExactly(DATA);
        assertThat(another.after().resources().get(DATA)).isEqualTo(volume("u2"));
        assertThat(another.wake()).isEmpty();
        assertThat(gone.after().resources()).isEmpty();
        assertThat(gone.gone()).containsExactly(DATA);
    }

    @Test
    @DisplayName("a record read late gives a volume its uid, and takes no vote away")
    void aVolumeIsReadAfterItsVote() {
        // Given
        Resource named = Resource.named(DATA).voted(Reference.Policy.RETAIN, new Votes.Owner("web", ORIGIN), NOW);
        // When
        var outcome = apply(with(named), List.of(volumeIs("u1", false)));
        // Then
        assertThat(outcome.after().resources().get(DATA)).isEqualTo(named.seen("u1", false));
    }

    @Test
    @DisplayName("a service that is gone without a deallocation deletes no volume, but what it retained stays")
    void aServiceDeletedUnaskedOnlyProtects() {
        // Given
        Service web = new Service(
                "web",
                Set.of(
                        new Reference(DATA, Reference.Policy.DELETE),
                        new Reference(Kind.VOLUME.id("kept"), Reference.Policy.RETAIN)),
                NOT_ASKED,
                ORIGIN,
                NOW);
        // When
        var outcome = apply(with(web, volume("u1")), List.of(new Fact.ServiceGone("web")));
        // Then
        assertThat(outcome.after().resources().get(DATA)).isEqualTo(volume("u1"));
        assertThat(outcome.after().resources().get(Kind.VOLUME.id("kept")).votes())
                .isEqualTo(new Votes(Optional.empty(), Optional.of("web")));
    }

    private static Fact unreadable(String place, String key) {
        return new Fact.TaskUnreadable(place, Optional.of(key), Optional.empty());
    }

    private static Fact volumeIs(String uid, boolean leaving) {
        return new Fact.ResourceIs(DATA, Optional.empty(), uid, leaving);
    }

    private static Fact networkIs(String name, boolean pendingDelete) {
        return new Fact.ResourceIs(Kind.NETWORK.id(name), Optional.of(pendingDelete), "", false);
    }

    private static Votes.Owner ownerAfter(Fact... facts) {
        return apply(Inventory.EMPTY, List.of(facts))
                .after()
                .services()
                .get("web")
                .owner();
    }

    private static Fact.ServiceIs owner(boolean pendingDelete, String origin) {
        return new Fact.ServiceIs(
                "web",
                Set.of(new Reference(Kind.VOLUME.id("scratch"), Reference.Policy.DELETE)),
                pendingDelete,
                origin);
    }

    private static Fact.ServiceIs is(String name, boolean pendingDelete, String... networks) {
        return new Fact.ServiceIs(name, references(networks), pendingDelete, ORIGIN);
    }

    private static Service service(String name, Deletion deletion, String... networks) {
        return new Service(name, references(networks), deletion, ORIGIN, NOW);
    }

    private static Set<Reference> references(String... networks) {
        return Stream.of(networks)
                .map(network -> new Reference(Kind.NETWORK.id(network), Reference.Policy.NONE))
                .collect(Collectors.toSet());
    }

    private static Resource network(String name, Deletion deletion) {
        return Resource.named(Kind.NETWORK.id(name)).with(deletion);
    }

    private static Resource volume(String uid) {
        return new Resource(DATA, uid, false, Votes.NONE, NOT_ASKED);
    }

    private static LiveTask task(String name, String service) {
        return new LiveTask(name, service, NOW);
    }

    private static Bookkeeping.Outcome apply(Inventory before, List<Fact> facts) {
        return Bookkeeping.apply(before, facts, LATER);
    }

    private static Inventory with(Record... entities) {
        Map<String, LiveTask> tasks = new HashMap<>();
        Map<String, Service> services = new HashMap<>();
        Map<ResourceId, Resource> resources = new HashMap<>();
        Map<String, UnreadableTask> unreadable = new HashMap<>();
        for (Record entity : entities) {
            switch (entity) {
                case LiveTask task -> tasks.put(task.name(), task);
                case Service service -> services.put(service.name(), service);
                case Resource resource -> resources.put(resource.id(), resource);
                case UnreadableTask task -> unreadable.put(task.place(), task);
                default -> throw new IllegalArgumentException("not part of an inventory: " + entity);
            }
        }
        return new Inventory(tasks, services, resources, unreadable);
    }
}
