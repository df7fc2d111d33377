package io.hawser.node.record;

import io.hawser.files.DurableFile;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.SafeSegment;
import io.hawser.node.layout.VolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Moves the records of an older agent, which lie in the folders that plugins mount in, to where plugins cannot write.
 * It happens once in the life of a root: a file that is found there later is no record, whoever put it there.
 */
final class FormerRecords {
    private static final String UNFINISHED = "records.new";

    private FormerRecords() {}

    /** Returns when all records are in the root's own folder. Begins again if it was interrupted. */
    static void move(RootLayout layout, MountTable table) throws IOException {
        if (Files.isDirectory(layout.records(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<VolumeKey> keys = new ArrayList<>();
        Path unfinished = layout.root().resolve(UNFINISHED);
        DurableFile.createFolders(unfinished);
        for (VolumeKey key : folders(layout)) {
            Path former = layout.formerRecord(key);
            if (!table.covers(former, layout.volume(key)) && Files.isRegularFile(former, LinkOption.NOFOLLOW_LINKS)) {
                // As it is: one that cannot be read is still the only trace of its mounts.
                Path now = unfinished.resolve(layout.records().relativize(layout.record(key)));
                DurableFile.createFolders(Objects.requireNonNull(now.getParent()));
                DurableFile.write(now, Files.readAllBytes(former));
                keys.add(key);
            }
        }
        DurableFile.move(unfinished, layout.records());
        for (VolumeKey key : keys) {
            DurableFile.delete(layout.formerRecord(key));
        }
    }

    private static List<VolumeKey> folders(RootLayout layout) throws IOException {
        List<VolumeKey> keys = new ArrayList<>();
        for (Path volume : children(layout.volumes())) {
            for (Path uid : children(volume)) {
                String name = volume.getFileName().toString();
                if (SafeSegment.isSafe(name)
                        && SafeSegment.isSafe(uid.getFileName().toString())) {
                    keys.add(new VolumeKey(name, uid.getFileName().toString()));
                }
            }
        }
        return keys;
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }
}
