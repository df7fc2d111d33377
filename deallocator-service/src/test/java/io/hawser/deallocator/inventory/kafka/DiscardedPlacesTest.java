package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.dead.DeadRecord.Discarded;
import io.hawser.bus.dead.DeadRecord.Foreign;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiscardedPlacesTest {
    private static final String FIRST = task(1).toString();
    private static final String SECOND = task(2).toString();

    private final DiscardedPlaces places = new DiscardedPlaces(Set.of(FIRST, SECOND));

    @Test
    @DisplayName("A place is discarded if the last mark of one of its letters says so")
    void theLastMarkCounts() {
        // Given: two services wrote a letter about the first record
        places.add(letter(10, 1));
        places.add(letter(11, 1));
        places.add(letter(12, 2));
        places.add(mark(12, Kind.DISCARDED));

        // When
        places.add(mark(12, Kind.REPLAYED));
        places.add(mark(11, Kind.REPLAYED));
        places.add(mark(11, Kind.DISCARDED));

        // Then
        assertThat(places.places()).containsExactly(FIRST);
    }

    @Test
    @DisplayName("A mark of another record, or of no letter, discards nothing")
    void otherRecords() {
        // When
        places.add(letter(10, 3));
        places.add(mark(10, Kind.DISCARDED));
        places.add(mark(99, Kind.DISCARDED));
        places.add(new Foreign(dead(12)));

        // Then
        assertThat(places.places()).isEmpty();
        assertThat(places.covers(Set.of(SECOND))).isTrue();
        assertThat(places.covers(Set.of(SECOND, task(3).toString()))).isFalse();
    }

    @Test
    @DisplayName("A record whose letter is gone is discarded by a mark that names its place, with its topic's id")
    void aPlaceWithoutALetter() {
        // Given
        Origin now = new Origin("hawser.tasks", "now", 0, 3);
        DiscardedPlaces held = new DiscardedPlaces(Set.of(now.place()));

        // When
        held.add(new Discarded(new Origin("hawser.tasks", "earlier", 0, 3)));

        // Then
        assertThat(held.places()).isEmpty();

        // When
        held.add(new Discarded(now));

        // Then
        assertThat(held.places()).containsExactly(now.place());
    }

    @Test
    @DisplayName("A discarded letter of an earlier topic, or of one that is not known, discards no record of this one")
    void lettersOfAnEarlierTopic() {
        // Given: the topic was made again, and has an unreadable record where the earlier one had one
        Origin now = new Origin("hawser.tasks", "now", 0, 3);
        DiscardedPlaces held = new DiscardedPlaces(Set.of(now.place()));
        held.add(letter(10, new Origin("hawser.tasks", "earlier", 0, 3)));
        held.add(letter(11, new Origin("hawser.tasks", "", 0, 3)));
        held.add(letter(12, now));

        // When
        held.add(mark(10, Kind.DISCARDED));
        held.add(mark(11, Kind.DISCARDED));

        // Then
        assertThat(held.places()).isEmpty();

        // When
        held.add(mark(12, Kind.DISCARDED));

        // Then
        assertThat(held.places()).containsExactly(now.place());
    }

    @Test
    @DisplayName("A place that an earlier version stored is discarded by a letter of such a version, and no other")
    void placesOfAnEarlierVersion() {
        // Given
        places.add(letter(10, new Origin("hawser.tasks", "now", 0, 1)));
        places.add(letter(11, 2));

        // When
        places.add(mark(10, Kind.DISCARDED));
        places.add(mark(11, Kind.DISCARDED));

        // Then
        assertThat(places.places()).containsExactly(SECOND);
    }

    private static Letter letter(long at, long task) {
        return letter(at, task(task));
    }

    private static Letter letter(long at, Origin task) {
        return new Letter(
                dead(at),
                Instant.EPOCH,
                "t",
                "message",
                "hawser.tasks",
                Optional.of(task),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty());
    }

    private static Mark mark(long letter, Kind kind) {
        return new Mark(dead(letter), kind, Instant.EPOCH, "");
    }

    private static Origin dead(long offset) {
        return new Origin("hawser.tasks.dead", "", 0, offset);
    }

    private static Origin task(long offset) {
        return new Origin("hawser.tasks", "", 0, offset);
    }
}
