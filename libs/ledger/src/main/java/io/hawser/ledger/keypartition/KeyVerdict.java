package io.hawser.ledger.keypartition;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The verdict on a batch by the partitions of its keys.
 *
 * @param records correct records unchanged; one whose key is known from another partition as {@link Decoded.Invalid}
 * @param strayTombstones tombstones that are dropped, because they have no id to answer
 * @param ended keys with a tombstone, deleted before the next step
 * @param written the partitions to store then, by key
 */
public record KeyVerdict(
        List<Decoded> records, List<Decoded.Tombstone> strayTombstones, Set<Key> ended, Map<Key, Integer> written) {
    /** A key of a topic with one topic id. */
    public record Key(String topicId, String topic, String key) {}

    /**
     * @param known the stored partitions of these keys
     * @param watched by topic name: whether its keys' partitions count
     */
    public static KeyVerdict of(List<Decoded> records, Map<Key, Integer> known, Predicate<String> watched) {
        List<Decoded> judged = new ArrayList<>();
        List<Decoded.Tombstone> stray = new ArrayList<>();
        Map<Key, Integer> now = new HashMap<>(known);
        Map<Key, Integer> written = new HashMap<>();
        Set<Key> ended = new HashSet<>();
        for (Decoded record : records) {
            Optional<Key> key = key(record).filter(k -> watched.test(k.topic()));
            if (key.isEmpty()) {
                judged.add(record);
                continue;
            }
            int partition = record.origin().partition();
            Optional<Integer> other = Optional.ofNullable(now.get(key.get())).filter(p -> p != partition);
            if (other.isPresent() && record instanceof Decoded.Tombstone tombstone) {
                stray.add(tombstone);
            } else if (other.isPresent() && record instanceof Decoded.Known second) {
                judged.add(refused(second, other.get()));
            } else {
                judged.add(record);
                if (record instanceof Decoded.Tombstone) {
                    now.remove(key.get());
                    written.remove(key.get());
                    ended.add(key.get());
                } else {
                    now.put(key.get(), partition);
                    written.put(key.get(), partition);
                }
            }
        }
        return new KeyVerdict(judged, stray, ended, written);
    }

    /** The key of a record about an entity, or of its tombstone; other records have none. */
    public static Optional<Key> key(Decoded record) {
        return switch (record) {
            case Decoded.Known known -> Optional.of(key(known.origin(), known.key()));
            case Decoded.Tombstone tombstone -> Optional.of(key(tombstone.origin(), tombstone.key()));
            case Decoded.Newer ignored -> Optional.empty();
            case Decoded.Invalid ignored -> Optional.empty();
            case Decoded.Malformed ignored -> Optional.empty();
        };
    }

    private static Key key(Origin origin, String key) {
        return new Key(origin.topicId(), origin.topic(), key);
    }

    private static Decoded.Invalid refused(Decoded.Known record, int other) {
        return Decoded.Invalid.of(
                record,
                "key",
                "the key '" + record.key() + "' is known from partition " + other + " of "
                        + record.origin().topic() + ", and this record came by partition "
                        + record.origin().partition()
                        + ": give all producers of the topic one partitioner; if the topic got more partitions since,"
                        + " write the key's tombstone to partition " + other + ", and then the record again");
    }
}
