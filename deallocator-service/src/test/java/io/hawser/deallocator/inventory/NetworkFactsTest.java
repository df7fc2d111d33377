package io.hawser.deallocator.inventory;

import static io.hawser.deallocator.inventory.Inventories.ASKED;
import static io.hawser.deallocator.inventory.Inventories.DONE;
import static io.hawser.deallocator.inventory.Inventories.HELD;
import static io.hawser.deallocator.inventory.Inventories.LATER;
import static io.hawser.deallocator.inventory.Inventories.N1;
import static io.hawser.deallocator.inventory.Inventories.NOTED;
import static io.hawser.deallocator.inventory.Inventories.NOT_ASKED;
import static io.hawser.deallocator.inventory.Inventories.NOW;
import static io.hawser.deallocator.inventory.Inventories.apply;
import static io.hawser.deallocator.inventory.Inventories.is;
import static io.hawser.deallocator.inventory.Inventories.network;
import static io.hawser.deallocator.inventory.Inventories.networkIs;
import static io.hawser.deallocator.inventory.Inventories.service;
import static io.hawser.deallocator.inventory.Inventories.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A network's record, and the references that hold it. */
class NetworkFactsTest {
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
        assertThat(outcome.after().resources().get(N1).deletion())
                .as("from now on only tasks from before hold it")
                .isEqualTo(HELD);
        assertThat(outcome.earlier()).containsExactly(new EarlierReference("web", N1, NOW));
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
        assertThat(outcome.wake()).containsExactly(N1);
        assertThat(outcome.notices()).containsExactly(new Notice.HeldAgain(N1, "web"));
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
    @DisplayName(
            "a reference that a service keeps is no new one: the network keeps what was noted, and no event follows")
    void aKeptReferenceChangesNothing() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1"), network("n1", NOTED));
        // When
        var outcome = apply(before, List.of(is("web", false, "n1")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.earlier()).isEmpty();
        assertThat(outcome.wake()).isEmpty();
        assertThat(outcome.notices()).isEmpty();
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
    @DisplayName("a network is not free before the tombstone: "
            + "a record without the mark changes nothing, and an event says so")
    void theWordAboutANetworkIsFinal() {
        // Given
        Inventory before = with(network("n1", DONE));
        // When
        var outcome = apply(before, List.of(networkIs("n1", false)));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).containsExactly(new Notice.NameNotFree(N1));
    }

    @Test
    @DisplayName("a network's tombstone ends it: "
            + "served after a deallocation, unasked without one, and unknown after a lost database")
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
                        new Notice.DeletedUnasked(Kind.NETWORK.id("unasked")),
                        new Notice.GoneUnknown(Kind.NETWORK.id("unknown")));
    }
}
