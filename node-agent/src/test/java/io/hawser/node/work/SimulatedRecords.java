package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.record.RecordCodec;
import io.hawser.node.record.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A disk that outlives the process, which may die before or after any write. */
final class SimulatedRecords implements Records {
    private final Map<VolumeKey, byte[]> disk = new TreeMap<>();
    private final Random random;
    double deaths = 0.03;

    SimulatedRecords(Random random) {
        this.random = random;
    }

    @Override
    public Stock load() {
        try {
            List<MountRecord> records = new ArrayList<>();
            for (byte[] bytes : disk.values()) {
                records.add(RecordCodec.decode(bytes));
            }
            return new Stock(records, Map.of(), Map.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void save(MountRecord record) {
        die();
        disk.put(record.key(), RecordCodec.encode(record));
        die();
    }

    @Override
    public void prepare(VolumeKey key) {}

    @Override
    public boolean mayBeStaged(VolumeKey key) {
        return false;
    }

    @Override
    public void removeLeaf(VolumeKey key, String target) {}

    @Override
    public List<Path> forget(VolumeKey key) {
        die();
        disk.remove(key);
        die();
        return List.of();
    }

    private void die() {
        if (random.nextDouble() < deaths) {
            throw new Died();
        }
    }
}
