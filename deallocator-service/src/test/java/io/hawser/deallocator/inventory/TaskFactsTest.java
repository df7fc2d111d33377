package io.hawser.deallocator.inventory;

import static io.hawser.deallocator.inventory.Inventories.ASKED;
import static io.hawser.deallocator.inventory.Inventories.HELD;
import static io.hawser.deallocator.inventory.Inventories.LATER;
import static io.hawser.deallocator.inventory.Inventories.NOTED;
import static io.hawser.deallocator.inventory.Inventories.NOT_ASKED;
import static io.hawser.deallocator.inventory.Inventories.NOW;
import static io.hawser.deallocator.inventory.Inventories.WEB;
import static io.hawser.deallocator.inventory.Inventories.apply;
import static io.hawser.deallocator.inventory.Inventories.service;
import static io.hawser.deallocator.inventory.Inventories.task;
import static io.hawser.deallocator.inventory.Inventories.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What tasks' records say of a service that is marked: whether it still runs, and what holds it. */
class TaskFactsTest {
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
        var outcome = apply(before, List.of(new Fact.TaskLives("a", "web", NOW), new Fact.TaskEnded("a")));
        // Then
        assertThat(outcome.after().services().get("web").deletion())
                .isInstanceOfSatisfying(Deletion.Asked.class, asked -> assertThat(asked.watermarks())
                        .isEmpty());
        assertThat(outcome.wake()).containsExactly(WEB);
    }

    @Test
    @DisplayName("a task that moves to another service frees the one and holds the other")
    void aTaskThatMovesConcernsBoth() {
        // Given
        Inventory before = with(service("web", ASKED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = apply(before, List.of(new Fact.TaskLives("a", "db", NOW)));
        // Then
        assertThat(outcome.wake()).containsExactlyInAnyOrder(WEB, InventoryUpdate.service("db"));
        assertThat(outcome.after().services().get("db").deletion()).isEqualTo(HELD);
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
        var outcome = apply(before, List.of(new Fact.TaskUnreadable("p1", Optional.empty(), Optional.empty(), NOW)));
        // Then
        assertThat(outcome.after().services().values())
                .extracting(Service::deletion)
                .containsExactlyInAnyOrder(HELD, HELD, NOT_ASKED);
        assertThat(outcome.wake()).containsExactlyInAnyOrder(WEB, InventoryUpdate.service("db"));
    }

    @Test
    @DisplayName("a refused record holds the service that it names, and its task still holds the earlier one")
    void aRefusedTaskHoldsTheServiceThatItNames() {
        // Given
        Inventory before = with(service("web", NOTED), service("db", NOTED), task("a", "web"));
        // When
        var outcome = apply(before, List.of(new Fact.TaskUnreadable("p1", Optional.of("a"), Optional.of("db"), NOW)));
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
                new UnreadableTask("p1", Optional.of("a"), Optional.of("web"), NOW, NOW),
                new UnreadableTask("p2", Optional.of("b"), Optional.of("web"), NOW, NOW),
                new UnreadableTask("p3", Optional.of("c"), Optional.of("web"), NOW, NOW),
                new UnreadableTask("p4", Optional.empty(), Optional.empty(), NOW, NOW));
        // When
        var lives = apply(before, List.of(new Fact.TaskLives("a", "db", NOW)));
        var ended = apply(before, List.of(new Fact.TaskEnded("b")));
        var again = apply(before, List.of(unreadable("p5", "c")));
        var discarded = apply(before, List.of(new Fact.TaskDiscarded("p4"), new Fact.TaskDiscarded("unknown")));
        // Then
        assertThat(lives.after().unreadable()).containsOnlyKeys("p2", "p3", "p4");
        assertThat(lives.wake()).contains(WEB);
        assertThat(ended.after().unreadable()).containsOnlyKeys("p1", "p3", "p4");
        assertThat(again.after().unreadable()).containsOnlyKeys("p1", "p2", "p4", "p5");
        assertThat(discarded.after().unreadable()).containsOnlyKeys("p1", "p2", "p3");
        assertThat(discarded.wake()).containsExactlyInAnyOrder(WEB, InventoryUpdate.service("db"));
        assertThat(discarded.after().services().get("db").deletion()).isEqualTo(HELD);
    }

    @Test
    @DisplayName("a task is as old as its first record that may have named its service, also if it was unreadable")
    void aTaskIsAsOldAsItsFirstRecord() {
        // Given
        Fact lives = new Fact.TaskLives("a", "web", LATER);
        // When
        var unknown = apply(with(), List.of(bad("p1", "", NOW), lives));
        var same = apply(with(), List.of(bad("p1", "web", NOW), lives));
        var other = apply(with(), List.of(bad("p1", "db", NOW), lives));
        var twice = apply(with(), List.of(bad("p1", "web", NOW), bad("p2", "", LATER), lives));
        var twiceOther = apply(with(), List.of(bad("p1", "db", NOW), bad("p2", "web", LATER), lives));
        var several = apply(with(waits("p1", NOW), waits("p2", NOW.minusSeconds(1))), List.of(lives));
        var late = apply(with(), List.of(bad("p1", "web", LATER.plusSeconds(1)), lives));
        var ended = apply(with(), List.of(bad("p1", "web", NOW), new Fact.TaskEnded("a"), lives));
        var another = apply(with(), List.of(bad("p1", "web", NOW), new Fact.TaskLives("b", "web", LATER)));
        // Then
        assertThat(written(unknown)).isEqualTo(NOW);
        assertThat(written(same)).isEqualTo(NOW);
        assertThat(written(other)).as("in web only since then").isEqualTo(LATER);
        assertThat(written(twice)).isEqualTo(NOW);
        assertThat(written(twiceOther)).isEqualTo(LATER);
        assertThat(written(several)).isEqualTo(NOW.minusSeconds(1));
        assertThat(written(late)).as("clocks go back").isEqualTo(LATER);
        assertThat(written(ended)).isEqualTo(LATER);
        assertThat(another.after().tasks().get("b").written()).isEqualTo(LATER);
    }

    @Test
    @DisplayName("a task that lives in its service is as old as before, whatever record came between")
    void aTaskThatLivesKeepsItsAge() {
        // Given
        Inventory before = with(task("a", "web"));
        // When
        var again = apply(before, List.of(bad("p1", "web", LATER), new Fact.TaskLives("a", "web", LATER)));
        var moved = apply(before, List.of(bad("p1", "db", NOW), new Fact.TaskLives("a", "db", LATER)));
        // Then
        assertThat(again.after()).isEqualTo(before);
        assertThat(written(moved)).isEqualTo(NOW);
    }

    private static Instant written(InventoryUpdate.Outcome outcome) {
        return outcome.after().tasks().get("a").written();
    }

    /** @param service empty: it cannot be read */
    private static Fact bad(String place, String service, Instant written) {
        return new Fact.TaskUnreadable(
                place, Optional.of("a"), Optional.of(service).filter(name -> !name.isEmpty()), written);
    }

    private static UnreadableTask waits(String place, Instant written) {
        return new UnreadableTask(place, Optional.of("a"), Optional.of("web"), NOW, written);
    }

    private static Fact unreadable(String place, String key) {
        return new Fact.TaskUnreadable(place, Optional.of(key), Optional.empty(), NOW);
    }
}
