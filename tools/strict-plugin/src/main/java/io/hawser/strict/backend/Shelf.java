package io.hawser.strict.backend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Things by id, in the order of insertion: added, found, removed, and listed from any of them on, each in constant
 * time. Not thread-safe.
 */
final class Shelf<T> {

    @SuppressWarnings("NullAway.Init") // The links are set after construction; the two ends hold no thing.
    private static final class Place<T> {
        T thing;
        Place<T> before;
        Place<T> after;
    }

    private final Map<String, Place<T>> byId = new HashMap<>();
    /** The place before the first and after the last. */
    private final Place<T> ends = new Place<>();

    Shelf() {
        clear();
    }

    Optional<T> get(String id) {
        return Optional.ofNullable(byId.get(id)).map(place -> place.thing);
    }

    /** Adds the thing at the end. An id that exists already keeps its place. */
    void put(String id, T thing) {
        byId.computeIfAbsent(id, ignored -> last()).thing = thing;
    }

    private Place<T> last() {
        Place<T> place = new Place<>();
        place.before = ends.before;
        place.after = ends;
        ends.before.after = place;
        ends.before = place;
        return place;
    }

    void remove(String id) {
        Optional.ofNullable(byId.remove(id)).ifPresent(place -> {
            place.before.after = place.after;
            place.after.before = place.before;
        });
    }

    /** Everything that came after this id; everything if the id is unknown. */
    Iterable<T> after(String id) {
        Place<T> from = byId.getOrDefault(id, ends);
        return () -> new Iterator<>() {
            private Place<T> next = from.after;

            @Override
            public boolean hasNext() {
                return next != ends;
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                T thing = next.thing;
                next = next.after;
                return thing;
            }
        };
    }

    List<T> all() {
        List<T> all = new ArrayList<>(byId.size());
        after("").forEach(all::add);
        return all;
    }

    void clear() {
        byId.clear();
        ends.before = ends;
        ends.after = ends;
    }
}
