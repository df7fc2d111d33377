package io.hawser.bus.dead;

import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Dead letters and their marks, from the records of their topics in order. A mark follows its letter in the same
 * partition.
 */
public final class DeadLetters {
    public record Marked(Letter letter, Optional<Mark> mark) {}

    private final Map<Origin, Marked> letters = new LinkedHashMap<>();

    public void add(DeadRecord record) {
        switch (record) {
            case Letter letter -> letters.put(letter.at(), new Marked(letter, Optional.empty()));
            case Mark mark ->
                letters.computeIfPresent(mark.letter(), (at, marked) -> new Marked(marked.letter(), Optional.of(mark)));
            case DeadRecord.Discarded ignored -> {}
            case DeadRecord.Foreign ignored -> {}
        }
    }

    /** In the order of their records. */
    public List<Marked> all() {
        return List.copyOf(letters.values());
    }

    public Optional<Marked> at(Origin place) {
        return Optional.ofNullable(letters.get(place));
    }
}
