package io.hawser.node.record.files;

import io.hawser.files.DurableFile;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mounttable.files.Links;
import io.hawser.node.record.RecordCodec;
import io.hawser.node.record.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The mount records of one root, one file for each creation of a volume. Methods block for the disk. */
public final class MountRecords implements Records {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final RootLayout layout;
    private final Supplier<MountTable> mounts;
    private final Lister lister;

    /** Lists a folder's entries; the stream may fail after its begin. */
    interface Lister {
        Stream<Path> list(Path folder) throws IOException;
    }

    public MountRecords(RootLayout layout, Supplier<MountTable> mounts) {
        this(layout, mounts, Files::list);
    }

    MountRecords(RootLayout layout, Supplier<MountTable> mounts, Lister lister) {
        this.layout = layout;
        this.mounts = mounts;
        this.lister = lister;
    }

    @Override
    public Stock load() throws IOException {
        DurableFile.createFolders(layout.records());
        List<MountRecord> records = new ArrayList<>();
        Map<VolumeKey, String> unreadable = new TreeMap<>();
        Map<String, String> folders = new TreeMap<>();
        for (VolumeKey key : recorded(folders)) {
            try {
                Optional<byte[]> bytes = DurableFile.read(layout.record(key));
                if (bytes.isPresent()) {
                    MountRecord record = RecordCodec.decode(bytes.get());
                    if (!record.key().equals(key)) {
                        throw new IOException("is the record of " + record.key());
                    }
                    records.add(record);
                }
            } catch (IOException e) {
                unreadable.put(
                        key,
                        "record " + layout.record(key) + " cannot be used: " + e.getMessage()
                                + "; once nothing of the volume is mounted any more, delete it and start the agent"
                                + " again");
            }
        }
        return new Stock(records, unreadable, folders);
    }

    /** @param unreadable gets the reason for each volume whose folder cannot be listed */
    private List<VolumeKey> recorded(Map<String, String> unreadable) throws IOException {
        List<VolumeKey> keys = new ArrayList<>();
        for (Path folder : children(layout.records())) {
            String volume = folder.getFileName().toString();
            try {
                for (Path file : children(folder)) {
                    RootLayout.recorded(volume, file.getFileName().toString()).ifPresent(keys::add);
                }
            } catch (IOException e) {
                unreadable.put(
                        volume,
                        "the records in " + folder + " cannot be read: " + e + "; repair the folder and restart the"
                                + " agent");
            }
        }
        return keys;
    }

    private List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = lister.list(folder)) {
            return children.sorted().toList();
        } catch (NotDirectoryException file) {
            return List.of();
        } catch (UncheckedIOException broken) {
            throw broken.getCause();
        }
    }

    @Override
    public void save(MountRecord record) {
        try {
            DurableFile.createFolders(layout.records(record.key().volume()));
            DurableFile.write(layout.record(record.key()), RecordCodec.encode(record));
        } catch (IOException e) {
            throw new UncheckedIOException("the record of " + record.key() + " cannot be written", e);
        }
    }

    @Override
    public void prepare(VolumeKey key) {
        MountTable table = mounts.get();
        try {
            for (Path folder : List.of(layout.staging(key), layout.targets(key))) {
                if (!table.covers(folder, layout.volume(key))) {
                    // Not synced: no mount survives a crash of the machine, and before the next call they are made
                    // again.
                    Files.createDirectories(folder, OWNER_ONLY);
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new UncheckedIOException(
                    "the folders of " + key + " cannot be made: " + e.getFile()
                            + " is no folder and is not overwritten",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("the folders of " + key + " cannot be made", e);
        }
    }

    @Override
    public boolean mayBeStaged(VolumeKey key) {
        Path staging = layout.staging(key);
        // Most volumes are new here. A file system that is mounted at the staging path may hang.
        return Files.exists(layout.volume(key), LinkOption.NOFOLLOW_LINKS)
                && (mounts.get().at(staging).isPresent() || Files.exists(staging, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void removeLeaf(VolumeKey key, String target) {
        removeIfEmpty(layout.target(key, target), mounts.get(), layout.volume(key));
    }

    @Override
    public List<Path> forget(VolumeKey key) {
        List<Path> left = new ArrayList<>();
        MountTable table = mounts.get();
        Path volume = layout.volume(key);
        leaves(key, table).forEach(leaf -> removeIfEmpty(leaf, table, volume));
        for (Path folder : List.of(layout.staging(key), layout.targets(key))) {
            if (!removeIfEmpty(folder, table, volume)) {
                left.add(folder);
            }
        }
        try {
            DurableFile.delete(layout.record(key));
        } catch (IOException e) {
            throw new UncheckedIOException("the record of " + key + " cannot be deleted", e);
        }
        removeIfEmpty(layout.records(key.volume()), table, volume);
        if (removeIfEmpty(volume, table, volume)) {
            removeIfEmpty(Objects.requireNonNull(volume.getParent()), table, volume);
        }
        return left;
    }

    /** What plugins left where targets are: a publish that was refused is not unpublished. */
    private List<Path> leaves(VolumeKey key, MountTable table) {
        Path targets = layout.targets(key);
        try {
            return isOutOfReach(targets.resolve("any"), table, layout.volume(key)) ? List.of() : children(targets);
        } catch (IOException unlisted) {
            return List.of();
        }
    }

    /** Whether the path lies at or below a mount of the volume, or behind a symbolic link. */
    private boolean isOutOfReach(Path path, MountTable table, Path volume) {
        return table.covers(path, volume)
                || Links.onTheWay(layout.root(), path, volume, table).isPresent();
    }

    /**
     * Removes a folder or a file that is empty, and follows no symbolic link.
     *
     * @param volume at or below which no mount is touched
     */
    private boolean removeIfEmpty(Path leaf, MountTable table, Path volume) {
        if (isOutOfReach(leaf, table, volume)) {
            return false;
        }
        try {
            BasicFileAttributes there =
                    Files.readAttributes(leaf, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (there.isDirectory() || (there.isRegularFile() && there.size() == 0)) {
                Files.delete(leaf);
            }
            return !Files.exists(leaf, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException notEmptyOrBusy) {
            return false;
        }
    }
}
