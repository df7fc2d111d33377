package io.hawser.deallocator.inventory;

import static io.hawser.deallocator.inventory.Inventories.NOT_ASKED;
import static io.hawser.deallocator.inventory.Inventories.NOW;
import static io.hawser.deallocator.inventory.Inventories.ORIGIN;
import static io.hawser.deallocator.inventory.Inventories.apply;
import static io.hawser.deallocator.inventory.Inventories.owner;
import static io.hawser.deallocator.inventory.Inventories.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.Votes;
import io.hawser.deallocator.inventory.kafka.InventoryIntake;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ended services said of a volume, and whose word it is. */
class VolumeFactsTest {
    private static final ResourceId DATA = Kind.VOLUME.id("data");

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
        assertThat(again.after().resources().get(DATA)).isEqualTo(voted.seen("u1", true, Optional.empty()));
        assertThat(again.wake()).containsExactly(DATA);
        assertThat(another.after().resources().get(DATA)).isEqualTo(volume("u2"));
        assertThat(another.wake()).isEmpty();
        assertThat(gone.after().resources()).isEmpty();
        assertThat(gone.gone()).containsExactly(DATA);
    }

    @Test
    @DisplayName("a removal that the volume's record does not show any more is written again: volume-service lost it")
    void aRemovalThatIsLost() {
        // Given
        Resource decided = volume("u1")
                .voted(Reference.Policy.DELETE, new Votes.Owner("web", ORIGIN), NOW)
                .with(new Deletion.Deallocated(1, NOW));
        Resource leaving = decided.seen("u1", true, Optional.empty());
        // When
        var lost = apply(with(leaving), List.of(volumeIs("u1", false)));
        var goesOn = apply(with(leaving), List.of(volumeIs("u1", true)));
        var awaited = apply(with(decided), List.of(volumeIs("u1", false)));
        var others = apply(with(volume("u1").seen("u1", true, Optional.empty())), List.of(volumeIs("u1", false)));
        // Then
        assertThat(lost.after().resources().get(DATA)).isEqualTo(decided);
        assertThat(lost.wake()).containsExactly(DATA);
        assertThat(goesOn.wake()).isEmpty();
        assertThat(awaited.wake()).as("it is due in an hour").isEmpty();
        assertThat(others.wake()).as("nobody here asked for it").isEmpty();
    }

    @Test
    @DisplayName("a record read late gives a volume its uid, and takes no vote away")
    void aVolumeIsReadAfterItsVote() {
        // Given
        Resource named = Resource.named(DATA).voted(Reference.Policy.RETAIN, new Votes.Owner("web", ORIGIN), NOW);
        // When
        var outcome = apply(with(named), List.of(volumeIs("u1", false)));
        // Then
        assertThat(outcome.after().resources().get(DATA)).isEqualTo(named.seen("u1", false, Optional.empty()));
    }

    @Test
    @DisplayName("a DELETE that an older release left for a volume without a record is not about the volume that comes")
    void aVoteOfAnOlderRelease() {
        // Given
        Resource named = Resource.named(DATA).voted(Reference.Policy.DELETE, new Votes.Owner("web", ORIGIN), NOW);
        // When
        var outcome = apply(with(named), List.of(volumeIs("u1", false)));
        // Then
        assertThat(outcome.after().resources().get(DATA))
                .isEqualTo(Resource.named(DATA).seen("u1", false, Optional.empty()));
        assertThat(Kind.VOLUME.mayGo()).rejects(named);
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
        Votes.Owner nextLife = ownerAfter(markedAgain, new Fact.ServiceGone("web", NOW), owner(true, "topic-0-5"));
        // Then
        assertThat(first).isEqualTo(new Votes.Owner("web", "topic-0-3"));
        assertThat(replayed).isEqualTo(first);
        assertThat(nextLife).isEqualTo(new Votes.Owner("web", "topic-0-5"));
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
        var outcome = apply(with(web, volume("u1")), List.of(new Fact.ServiceGone("web", NOW)));
        // Then
        assertThat(outcome.after().resources().get(DATA)).isEqualTo(volume("u1"));
        assertThat(outcome.after().resources().get(Kind.VOLUME.id("kept")).votes())
                .isEqualTo(new Votes(Optional.empty(), Optional.of("web")));
    }

    @Test
    @DisplayName(
            "volumes are read before services: read later, another volume of the name would end what a service that"
                    + " is gone retained")
    void volumesAreReadFirst() {
        // Given
        Service web = new Service("web", Set.of(new Reference(DATA, Reference.Policy.RETAIN)), NOT_ASKED, ORIGIN, NOW);
        List<Fact> volumesFirst = List.of(volumeIs("u2", false), new Fact.ServiceGone("web", NOW));
        // When
        var read = apply(with(web, volume("u1")), volumesFirst);
        var reversed = apply(with(web, volume("u1")), volumesFirst.reversed());
        // Then
        assertThat(read.after().resources().get(DATA).votes().retain()).contains("web");
        assertThat(reversed.after().resources().get(DATA).votes()).isEqualTo(Votes.NONE);
        assertThat(InventoryIntake.READ_AFTER).containsEntry(HawserTopic.SERVICES, Set.of(HawserTopic.VOLUMES));
    }

    private static Fact volumeIs(String uid, boolean leaving) {
        return new Fact.ResourceIs(DATA, Optional.empty(), uid, leaving, Optional.empty());
    }

    private static Votes.Owner ownerAfter(Fact... facts) {
        return apply(Inventory.EMPTY, List.of(facts))
                .after()
                .services()
                .get("web")
                .owner();
    }

    private static Resource volume(String uid) {
        return new Resource(DATA, uid, false, Optional.empty(), Votes.NONE, NOT_ASKED);
    }
}
