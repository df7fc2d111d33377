package io.hawser.deallocator.inventory;

import static io.hawser.deallocator.deletion.Reference.Policy.DELETE;
import static io.hawser.deallocator.deletion.Reference.Policy.NONE;
import static io.hawser.deallocator.deletion.Reference.Policy.RETAIN;
import static io.hawser.deallocator.inventory.Inventories.ASKED;
import static io.hawser.deallocator.inventory.Inventories.DONE;
import static io.hawser.deallocator.inventory.Inventories.HELD;
import static io.hawser.deallocator.inventory.Inventories.LATER;
import static io.hawser.deallocator.inventory.Inventories.N1;
import static io.hawser.deallocator.inventory.Inventories.NOT_ASKED;
import static io.hawser.deallocator.inventory.Inventories.NOW;
import static io.hawser.deallocator.inventory.Inventories.ORIGIN;
import static io.hawser.deallocator.inventory.Inventories.WEB;
import static io.hawser.deallocator.inventory.Inventories.apply;
import static io.hawser.deallocator.inventory.Inventories.is;
import static io.hawser.deallocator.inventory.Inventories.network;
import static io.hawser.deallocator.inventory.Inventories.networkIs;
import static io.hawser.deallocator.inventory.Inventories.owner;
import static io.hawser.deallocator.inventory.Inventories.service;
import static io.hawser.deallocator.inventory.Inventories.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service's record, its mark, its deallocation and its tombstone. */
class ServiceFactsTest {
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
        assertThat(outcome.notices()).containsExactly(new Notice.NameNotFree(WEB));
    }

    @Test
    @DisplayName("after the tombstone the name is free again")
    void theNameIsFreeAfterTheTombstone() {
        // Given
        Inventory before = with(service("web", DONE));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceGone("web", NOW), is("web", false)));
        // Then
        assertThat(outcome.after().services().get("web").deletion()).isEqualTo(NOT_ASKED);
        assertThat(outcome.wake()).as("what is due of the life that ended").containsExactly(WEB);
        assertThat(outcome.notices()).containsExactly(new Notice.DeallocationServed(WEB));
    }

    @Test
    @Tag("swarmkit-DB6")
    @DisplayName(
            "a service whose record is deleted before its deallocation is forgotten, and only its tasks from before"
                    + " hold its networks")
    void aServiceDeletedUnaskedFreesItsNetworks() {
        // Given
        Inventory before = with(service("web", NOT_ASKED, "n1", "n2"), network("n1", ASKED), network("n2", NOT_ASKED));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceGone("web", NOW)));
        // Then
        assertThat(outcome.wake()).containsExactly(N1);
        assertThat(outcome.after().resources().get(N1).deletion()).isEqualTo(HELD);
        assertThat(outcome.earlier())
                .containsExactlyInAnyOrder(
                        new EarlierReference("web", N1, NOW), new EarlierReference("web", Kind.NETWORK.id("n2"), NOW));
        assertThat(outcome.gone()).containsExactly(WEB);
        assertThat(outcome.notices()).containsExactly(new Notice.DeletedUnasked(WEB));
    }

    @Test
    @DisplayName("the tombstone of a deallocated service leaves nothing that holds: its last task had ended")
    void aDeallocatedServiceLeavesNothing() {
        // Given
        Inventory before = with(service("web", DONE, "n1"), network("n1", ASKED));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceGone("web", NOW)));
        // Then
        assertThat(outcome.earlier()).isEmpty();
    }

    @Test
    @DisplayName("a tombstone of a service that is not known ends what a lost database may have decided about it")
    void anUnknownServiceGoes() {
        // When
        var outcome = apply(with(), List.of(new Fact.ServiceGone("web", NOW)));
        // Then
        assertThat(outcome.after()).isEqualTo(with());
        assertThat(outcome.gone()).isEmpty();
        assertThat(outcome.notices()).containsExactly(new Notice.GoneUnknown(WEB));
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
    @DisplayName("what a refused record lists is held besides, and the earlier record counts in all else")
    void aRefusedRecordHolds() {
        // Given
        Inventory before = with(
                new Service("web", Set.of(to("v1", DELETE), to("v2", RETAIN), to("v3", DELETE)), ASKED, ORIGIN, NOW),
                network("n1", ASKED));
        Fact refused = new Fact.ServiceRefused(
                "web",
                Set.of(to("v1", RETAIN), to("v2", NONE), to("v4", NONE), new Reference(N1, NONE)),
                "the refused record");
        // When
        var outcome = apply(before, List.of(refused));
        // Then
        assertThat(outcome.after().services().get("web"))
                .isEqualTo(new Service(
                        "web",
                        Set.of(
                                to("v1", RETAIN),
                                to("v2", RETAIN),
                                to("v3", DELETE),
                                to("v4", NONE),
                                new Reference(N1, NONE)),
                        ASKED,
                        ORIGIN,
                        LATER));
        assertThat(outcome.after().resources().get(N1).deletion()).isEqualTo(HELD);
        assertThat(outcome.notices()).containsExactly(new Notice.HeldAgain(N1, "web"));
    }

    @Test
    @DisplayName("a refused record of an unknown service holds what it lists until a later record or a tombstone")
    void aRefusedRecordOfAnUnknownService() {
        // Given
        Fact refused = new Fact.ServiceRefused("web", Set.of(to("v1", RETAIN)), "the refused record");
        // When
        var held = apply(with(), List.of(refused));
        var replaced = apply(held.after(), List.of(is("web", true)));
        var gone = apply(held.after(), List.of(new Fact.ServiceGone("web", NOW)));
        // Then
        assertThat(held.after().services().get("web"))
                .isEqualTo(new Service("web", Set.of(to("v1", RETAIN)), NOT_ASKED, "the refused record", LATER));
        assertThat(replaced.after().services().get("web").references()).isEmpty();
        assertThat(gone.after().services()).isEmpty();
    }

    @Test
    @DisplayName("however many refused records follow each other, what they list is bounded; of what is listed already"
            + " each still counts")
    void refusedRecordsAreBounded() {
        // Given
        Set<Reference> many = IntStream.range(0, InventoryUpdate.MOST_WITH_REFUSED - 1)
                .mapToObj(i -> to("a" + i, DELETE))
                .collect(Collectors.toSet());
        Inventory before = with(new Service("web", many, ASKED, ORIGIN, NOW));
        Fact refused = new Fact.ServiceRefused(
                "web", Set.of(to("a7", RETAIN), to("b1", NONE), to("b2", NONE)), "the refused record");
        // When
        var outcome = apply(before, List.of(refused, refused));
        // Then
        assertThat(outcome.after().services().get("web").references())
                .hasSize(InventoryUpdate.MOST_WITH_REFUSED)
                .contains(to("a7", RETAIN), to("b1", NONE))
                .doesNotContain(to("b2", NONE));
    }

    @Test
    @DisplayName("a refused record of a deallocated service says nothing")
    void aRefusedRecordAfterTheDeallocation() {
        // Given
        Inventory before = with(service("web", DONE, "n1"));
        // When
        var outcome = apply(before, List.of(new Fact.ServiceRefused("web", Set.of(to("v1", RETAIN)), "refused")));
        // Then
        assertThat(outcome.after()).isEqualTo(before);
        assertThat(outcome.notices()).isEmpty();
    }

    private static Reference to(String volume, Reference.Policy policy) {
        return new Reference(Kind.VOLUME.id(volume), policy);
    }
}
