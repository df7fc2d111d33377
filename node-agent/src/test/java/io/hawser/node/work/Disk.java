package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.record.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** A disk that does what a test says before each access: it may fail, or not come back. */
record Disk(Records records, BiConsumer<String, VolumeKey> before) implements Records {
    @Override
    public Stock load() throws IOException {
        return records.load();
    }

    @Override
    public void save(MountRecord record) {
        before.accept("save", record.key());
        records.save(record);
    }

    @Override
    public void prepare(VolumeKey key) {
        before.accept("prepare", key);
        records.prepare(key);
    }

    @Override
    public boolean mayBeStaged(VolumeKey key) {
        return records.mayBeStaged(key);
    }

    @Override
    public void removeLeaf(VolumeKey key, String target) {
        before.accept("removeLeaf", key);
        records.removeLeaf(key, target);
    }

    @Override
    public List<Path> forget(VolumeKey key) {
        before.accept("forget", key);
        return records.forget(key);
    }
}
