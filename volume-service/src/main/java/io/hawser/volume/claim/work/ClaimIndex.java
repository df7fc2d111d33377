package io.hawser.volume.claim.work;

import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The claims of a batch and their rows, found by task, by volume and by the source for which they wait. */
final class ClaimIndex {
    private static final Comparator<ClaimRow.Key> ORDER =
            Comparator.comparing(ClaimRow.Key::task).thenComparing(ClaimRow.Key::target);

    private final Map<TaskName, Map<ClaimRow.Key, Claim>> byTask = new HashMap<>();
    private final Map<VolumeName, Map<ClaimRow.Key, Claim>> byVolume = new HashMap<>();
    private final Map<String, Map<ClaimRow.Key, Claim>> waiting = new HashMap<>();
    private final Map<ClaimRow.Key, ClaimRow> rows = new HashMap<>();

    void add(List<ClaimRow> stored) {
        stored.forEach(row -> {
            Claim claim = VolumeMapping.claim(row);
            rows.put(key(claim), row);
            put(claim);
        });
    }

    private static ClaimRow.Key key(Claim claim) {
        return new ClaimRow.Key(claim.task().value(), claim.target());
    }

    /** Replaces the claim of the same key. */
    private void put(Claim claim) {
        remove(key(claim));
        add(byTask, claim.task(), claim);
        claim.volume().ifPresent(volume -> add(byVolume, volume, claim));
        if (!claim.holds()) {
            add(waiting, claim.source(), claim);
        }
    }

    private void remove(ClaimRow.Key key) {
        Optional.ofNullable(
                        byTask.getOrDefault(new TaskName(key.task()), Map.of()).get(key))
                .ifPresent(claim -> {
                    drop(byTask, claim.task(), key);
                    claim.volume().ifPresent(volume -> drop(byVolume, volume, key));
                    drop(waiting, claim.source(), key);
                });
    }

    private static <K> void add(Map<K, Map<ClaimRow.Key, Claim>> index, K by, Claim claim) {
        index.computeIfAbsent(by, b -> new TreeMap<>(ORDER)).put(key(claim), claim);
    }

    private static <K> void drop(Map<K, Map<ClaimRow.Key, Claim>> index, K by, ClaimRow.Key key) {
        index.getOrDefault(by, new HashMap<>()).remove(key);
    }

    /** Replaces a task's claims. Returns the added and removed rows. */
    Difference replace(TaskName task, List<Claim> claims) {
        Map<ClaimRow.Key, Claim> now = claims.stream().collect(Collectors.toMap(ClaimIndex::key, claim -> claim));
        List<ClaimRow> gone = new ArrayList<>();
        ofTask(task).stream()
                .map(ClaimIndex::key)
                .filter(key -> !now.containsKey(key))
                .forEach(key -> {
                    remove(key);
                    gone.add(Objects.requireNonNull(rows.remove(key)));
                });
        List<ClaimRow> added = new ArrayList<>();
        now.forEach((key, claim) -> {
            put(claim);
            VolumeMapping.write(claim, rows.computeIfAbsent(key, k -> {
                added.add(new ClaimRow());
                return added.getLast();
            }));
        });
        return new Difference(added, gone);
    }

    record Difference(List<ClaimRow> added, List<ClaimRow> gone) {}

    /** By target. */
    List<Claim> ofTask(TaskName task) {
        return List.copyOf(byTask.getOrDefault(task, Map.of()).values());
    }

    /** The claims on the volume, and those that wait for one of these sources, by task and target. */
    List<Claim> concerning(VolumeName volume, Collection<String> sources) {
        Map<ClaimRow.Key, Claim> found = new TreeMap<>(ORDER);
        found.putAll(byVolume.getOrDefault(volume, Map.of()));
        sources.forEach(source -> found.putAll(waiting.getOrDefault(source, Map.of())));
        return List.copyOf(found.values());
    }

    /** The tasks with a claim that waits for one of these sources. */
    Stream<TaskName> waitingTasks(Collection<String> sources) {
        return sources.stream()
                .flatMap(source -> waiting.getOrDefault(source, Map.of()).values().stream())
                .map(Claim::task)
                .distinct();
    }
}
