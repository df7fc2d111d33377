package io.hawser.deallocator.deletion.simulation;

import io.hawser.deallocator.inventory.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Partitions of compacted topics, and how far they have been read. */
final class Topics {
    static final int NETWORKS = 0;
    static final int VOLUMES = 1;
    private static final int SERVICES = 2;
    private static final int TASKS = 4;
    private static final int PARTITIONS = 6;

    private record Entry(String key, Fact fact) {}

    private final List<List<Entry>> log = new ArrayList<>();
    private final int[] read = new int[PARTITIONS];
    private int[] gate = new int[PARTITIONS];
    private int written;

    Topics() {
        for (int i = 0; i < PARTITIONS; i++) {
            log.add(new ArrayList<>());
        }
    }

    static int ofTask(String task) {
        return TASKS + Math.floorMod(task.hashCode(), PARTITIONS - TASKS);
    }

    static int ofService(String service) {
        return SERVICES + Math.floorMod(service.hashCode(), TASKS - SERVICES);
    }

    /** Where the next record of that partition will be. */
    String next(int partition) {
        return "log-" + partition + "-" + log.get(partition).size();
    }

    /** When the next record is written: each one later than all before. */
    Instant now() {
        return Instant.ofEpochSecond(written);
    }

    void append(int partition, String key, Fact fact) {
        written++;
        log.get(partition).add(new Entry(key, fact));
    }

    int partitions() {
        return PARTITIONS;
    }

    int unread(int partition) {
        return log.get(partition).size() - read[partition];
    }

    List<Fact> read(int partition, int count) {
        List<Fact> facts = new ArrayList<>();
        for (Entry entry : log.get(partition).subList(read[partition], read[partition] + count)) {
            if (entry.fact() != null) {
                facts.add(entry.fact());
            }
        }
        read[partition] += count;
        return facts;
    }

    /** Whether that one has gone, and this is not read yet: then what is decided concerns nothing that is there. */
    boolean isGone(int partition, String key) {
        return log.get(partition).subList(read[partition], log.get(partition).size()).stream()
                .filter(entry -> entry.key().equals(key))
                .anyMatch(
                        entry -> entry.fact() instanceof Fact.ServiceGone || entry.fact() instanceof Fact.ResourceGone);
    }

    String ends() {
        return String.join(
                ",", log.stream().map(List::size).map(String::valueOf).toList());
    }

    boolean reached(String watermarks) {
        int[] ends = Arrays.stream(watermarks.split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return reached(ends);
    }

    /** Whether decisions are made: everything that was there when reading began has been read. */
    boolean isGateOpen() {
        return reached(gate);
    }

    private boolean reached(int[] ends) {
        for (int i = 0; i < PARTITIONS; i++) {
            if (read[i] < ends[i]) {
                return false;
            }
        }
        return true;
    }

    /** The positions are lost. What is read again is only the last record of each key. */
    void readAgainFromTheStart() {
        Arrays.fill(read, 0);
        gate = log.stream().mapToInt(List::size).toArray();
        for (List<Entry> partition : log) {
            Map<String, Integer> last = new HashMap<>();
            for (int i = 0; i < partition.size(); i++) {
                last.put(partition.get(i).key(), i);
            }
            for (int i = 0; i < partition.size(); i++) {
                if (last.get(partition.get(i).key()) != i) {
                    partition.set(i, new Entry(partition.get(i).key(), null));
                }
            }
        }
    }
}
