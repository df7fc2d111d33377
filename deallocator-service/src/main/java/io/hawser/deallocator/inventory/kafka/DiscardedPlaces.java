package io.hawser.deallocator.inventory.kafka;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which records people have discarded, from the records of a topic of dead letters in their order. Keeps no letter,
 * because a topic may have more of them than fit into memory: only the places of the letters that somebody waits for.
 *
 * <p>A place has its topic's id, because a letter outlives its topic, and the topic that is made again has another
 * record at the same offset. Earlier versions wrote neither places nor letters with the id: such a letter counts only
 * for such a place.
 */
final class DiscardedPlaces {
    private final Set<String> asked;
    private final Map<Origin, String> letters = new HashMap<>();
    private final Set<Origin> discarded = new HashSet<>();
    /**
     * Places of records that were discarded without a letter: the letter is kept for 30 days, the record may hold a
     * service for longer.
     */
    private final Set<String> named = new HashSet<>();

    /** @param asked the places of the original records that matter */
    DiscardedPlaces(Set<String> asked) {
        this.asked = Set.copyOf(asked);
    }

    void add(DeadRecord record) {
        switch (record) {
            case DeadRecord.Letter letter ->
                letter.stood()
                        .map(Origin::place)
                        .filter(asked::contains)
                        .ifPresent(place -> letters.put(letter.at(), place));
            case DeadRecord.Mark mark -> {
                // The last mark of a letter counts.
                if (mark.kind() != DeadRecord.Kind.DISCARDED) {
                    discarded.remove(mark.letter());
                } else if (letters.containsKey(mark.letter())) {
                    discarded.add(mark.letter());
                }
            }
            case DeadRecord.Discarded(Origin stood) -> {
                if (asked.contains(stood.place())) {
                    named.add(stood.place());
                }
            }
            case DeadRecord.Foreign ignored -> {}
        }
    }

    /** Whether this answers for all of these places. */
    boolean covers(Set<String> places) {
        return asked.containsAll(places);
    }

    Set<String> places() {
        return Stream.concat(discarded.stream().map(letters::get), named.stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
