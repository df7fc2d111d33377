package io.hawser.deallocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BookkeepingTest {
    private static final Deletion ASKED = new Deletion.Asked(Optional.empty());
    private static final Deletion NOTED = new Deletion.Asked(Optional.of("w"));
    private static final Deletion DONE = new Deletion.Deallocated(7);
    private static final Deletion NOT_ASKED = new Deletion.NotAsked();
    private static final String ORIGIN = "a record";

    @Test
    @Tag("swarmkit-T131")
    @DisplayName("a task that ends twice is one end")
    void anEndIsCountedOnce() {
        // Given
        Inventory before = with(service("web", ASKED), task("a", "web"), task("b", "web"));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.TaskEnded("a"), new Fact.TaskEnded("a")));
        // Then
        assertThat(outcome.after().tasks().keySet()).containsExactly("b");
        assertThat(outcome.services()).containsExactly("web");
    }

    @Test
    @DisplayName("a task that shows up for a marked service makes what was noted worthless")
    void aNewTaskDropsTheWatermarks() {
        // Given
        Inventory before = with(service("web", NOTED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.TaskLives("a", "web"), new Fact.TaskEnded("a")));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(ASKED);
        assertThat(outcome.services()).containsExactly("web");
    }

    @Test
    @Tag("swarmkit-T133")
    @DisplayName("a record that takes the mark back does not: the deletion goes on, and an event says so")
    void theDeletionGoesOn() {
        // Given
        Inventory before = with(service("web", ASKED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false, "n2")));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(ASKED);
        assertThat(outcome.after().services().get("web").networks()).containsExactly("n2");
        assertThat(outcome.notices()).containsExactly(new Notice.DeletionIrrevocable(Resource.SERVICE, "web"));
    }

    @Test
    @DisplayName("after the deallocation no record changes anything, until the tombstone")
    void theWordIsFinal() {
        // Given
        Inventory before = with(service("web", DONE, "n1"), network("n1", ASKED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false, "n2"), owner(true, "a later record")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).containsExactly(new Notice.WordIsFinal(Resource.SERVICE, "web"));
    }

    @Test
    @DisplayName("after the tombstone the name is free again")
    void theNameIsFreeAfterTheTombstone() {
        // Given
        Inventory before = with(service("web", DONE));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.ServiceGone("web"), is("web", false)));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(NOT_ASKED);
        assertThat(outcome.notices()).containsExactly(new Notice.DeallocationServed(Resource.SERVICE, "web"));
    }

    @Test
    @DisplayName("a record deleted without our word frees its networks all the same")
    void aServiceDeletedUnaskedFreesItsNetworks() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1", "n2"), network("n1", ASKED), network("n2", NOT_ASKED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.ServiceGone("web")));
        // Then
        assertThat(outcome.networks()).containsExactly("n1");
        assertThat(outcome.servicesGone()).containsExactly("web");
        assertThat(outcome.notices()).containsExactly(new Notice.DeletedUnasked(Resource.SERVICE, "web"));
    }

    @Test
    @Tag("swarmkit-X-26")
    @DisplayName("a service that drops its reference to a marked network has it looked at (DB4)")
    void aDroppedReferenceFreesTheNetwork() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1"), network("n1", ASKED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false)));
        // Then
        assertThat(outcome.networks()).containsExactly("n1");
    }

    @Test
    @Tag("swarmkit-X-26")
    @DisplayName("a new reference to a marked network is a fact: it holds the network, and an event says so")
    void aNewReferenceHoldsTheNetwork() {
        // Given
        Inventory before = with(network("n1", NOTED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.after().networks().get("n1").deletion()).isEqualTo(ASKED);
        assertThat(outcome.notices()).containsExactly(new Notice.NetworkHeldAgain("n1", "web"));
    }

    @Test
    @DisplayName("a task that moves to another service frees the one and holds the other")
    void aTaskThatMovesConcernsBoth() {
        // Given
        Inventory before = with(service("web", ASKED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.TaskLives("a", "db")));
        // Then
        assertThat(outcome.services()).containsExactlyInAnyOrder("web", "db");
        assertThat(outcome.after().services().get("db").deletion()).isEqualTo(ASKED);
    }

    @Test
    @Tag("swarmkit-T127")
    @DisplayName("a repeated record of an unmarked network changes nothing")
    void unrelatedRecordsChangeNothing() {
        // Given
        Inventory before = with(network("n1", NOT_ASKED), service("web", NOT_ASKED, "n1"));
        // When
        var outcome = Bookkeeping.apply(before, List.of(new Fact.NetworkIs("n1", false), is("web", false, "n1")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.services()).isEmpty();
        assertThat(outcome.networks()).isEmpty();
        assertThat(outcome.notices()).isEmpty();
    }

    @Test
    @DisplayName("what compaction left leads to the same removal of a volume under the same id; "
            + "the name's next life has another")
    void aRemovalKeepsItsIdInAReplay() {
        // Given
        Fact unmarked = owner(false, "topic-0-1");
        Fact marked = owner(true, "topic-0-2");
        Fact markedAgain = owner(true, "topic-0-3");
        // When
        String first = removalAfter(unmarked, marked, markedAgain);
        String replayed = removalAfter(markedAgain);
        String nextLife = removalAfter(markedAgain, new Fact.ServiceGone("web"), owner(true, "topic-0-5"));
        // Then
        assertThat(first).isEqualTo("deallocation/web/topic-0-3/scratch");
        assertThat(replayed).isEqualTo(first);
        assertThat(nextLife).isEqualTo("deallocation/web/topic-0-5/scratch");
    }

    @Test
    @DisplayName("a record that marks a service or a network has its deletion looked at")
    void aMarkIsLookedAt() {
        // Given
        Inventory before = with(service("web", NOT_ASKED), network("n1", NOT_ASKED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", true), new Fact.NetworkIs("n1", true)));
        // Then
        assertThat(outcome.services()).containsExactly("web");
        assertThat(outcome.networks()).containsExactly("n1");
        assertThat(outcome.after().networks().get("n1").deletion()).isEqualTo(ASKED);
    }

    @Test
    @DisplayName("a network keeps its mark, as a service does; one that is new begins with what its record says")
    void aNetworkKeepsItsMark() {
        // Given
        Inventory before = with(network("n1", ASKED));
        // When
        var outcome =
                Bookkeeping.apply(before, List.of(new Fact.NetworkIs("n1", false), new Fact.NetworkIs("n2", true)));
        // Then
        assertThat(outcome.after()).isEqualTo(with(network("n1", ASKED), network("n2", ASKED)));
        assertThat(outcome.notices()).containsExactly(new Notice.DeletionIrrevocable(Resource.NETWORK, "n1"));
    }

    @Test
    @DisplayName(
            "a reference that a service keeps is no new one: the network keeps what was noted, and no event follows")
    void aKeptReferenceChangesNothing() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1"), network("n1", NOTED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.networks()).isEmpty();
        assertThat(outcome.notices()).isEmpty();
    }

    @Test
    @DisplayName("a new reference to a marked network has its deletion looked at")
    void aNewReferenceIsLookedAt() {
        // Given
        Inventory before = with(network("n1", NOTED));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.networks()).containsExactly("n1");
    }

    @Test
    @DisplayName("a record that still marks what is deallocated says nothing new")
    void aMarkAfterTheDeallocationSaysNothing() {
        // Given
        Inventory before = with(service("web", DONE), network("n1", DONE));
        // When
        var outcome = Bookkeeping.apply(before, List.of(is("web", true), new Fact.NetworkIs("n1", true)));
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
        var outcome = Bookkeeping.apply(before, List.of(new Fact.NetworkIs("n1", false)));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).containsExactly(new Notice.WordIsFinal(Resource.NETWORK, "n1"));
    }

    @Test
    @DisplayName("a network's tombstone ends it: "
            + "served after a deallocation, an event without one, nothing if it is unknown")
    void aNetworkGoes() {
        // Given
        Inventory before = with(network("served", DONE), network("unasked", ASKED));
        // When
        var outcome = Bookkeeping.apply(
                before,
                List.of(
                        new Fact.NetworkGone("served"),
                        new Fact.NetworkGone("unasked"),
                        new Fact.NetworkGone("unknown")));
        // Then
        assertThat(outcome.networksGone()).containsExactlyInAnyOrder("served", "unasked");
        assertThat(outcome.notices())
                .containsExactly(
                        new Notice.DeallocationServed(Resource.NETWORK, "served"),
                        new Notice.DeletedUnasked(Resource.NETWORK, "unasked"));
    }

    private static String removalAfter(Fact... facts) {
        return Bookkeeping.apply(Inventory.EMPTY, List.of(facts))
                .after()
                .services()
                .get("web")
                .removalOf("scratch");
    }

    private static Fact.ServiceIs owner(boolean pendingDelete, String origin) {
        return new Fact.ServiceIs("web", Set.of(), Set.of("scratch"), pendingDelete, origin);
    }

    private static Fact.ServiceIs is(String name, boolean pendingDelete, String... networks) {
        return new Fact.ServiceIs(name, Set.of(networks), Set.of(), pendingDelete, ORIGIN);
    }

    private static Service service(String name, Deletion deletion, String... networks) {
        return new Service(name, Set.of(networks), Set.of(), deletion, ORIGIN);
    }

    private static Network network(String name, Deletion deletion) {
        return new Network(name, deletion);
    }

    private static LiveTask task(String name, String service) {
        return new LiveTask(name, service);
    }

    private static Inventory with(Record... entities) {
        Map<String, LiveTask> tasks = new java.util.HashMap<>();
        Map<String, Service> services = new java.util.HashMap<>();
        Map<String, Network> networks = new java.util.HashMap<>();
        for (Record entity : entities) {
            switch (entity) {
                case LiveTask task -> tasks.put(task.name(), task);
                case Service service -> services.put(service.name(), service);
                case Network network -> networks.put(network.name(), network);
                default -> throw new IllegalArgumentException("not part of an inventory: " + entity);
            }
        }
        return new Inventory(tasks, services, networks);
    }
}
