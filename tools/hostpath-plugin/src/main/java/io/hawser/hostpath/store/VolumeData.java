package io.hawser.hostpath.store;

import io.hawser.files.DurableFile;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.mount.MountSource;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.mounts.DeleteTree;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The volume's data: a directory or, for a block volume, a file that loop devices show. It is made before the volume's
 * record and deleted before it. The caller holds the volume's lock.
 */
public final class VolumeData {
    private final StateFolder state;

    public VolumeData(StateFolder state) {
        this.state = state;
    }

    /** Everybody may write into it, as with other CSI drivers' fresh disks: the workload's user is unknown here. */
    public void create(Volume volume) throws IOException {
        Path directory = state.data(volume.id());
        if (volume.isBlock()) {
            // Empty until the record exists: only an empty file without a record may be removed.
            Files.createFile(directory);
            DurableFile.sync(Objects.requireNonNull(directory.getParent()));
            return;
        }
        DurableFile.createFolder(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        DurableFile.sync(directory);
    }

    /** Removes what {@link #create} made for a record that could not be written: nobody can have used it. */
    public void discard(VolumeId id) throws IOException {
        // If the folder of records could not be synced, the record is there all the same.
        if (state.volume(id).isEmpty()) Files.deleteIfExists(state.data(id));
    }

    /** Gives a block volume's file the size in the record, without using the space. */
    public void grow(Volume volume) throws IOException {
        if (!volume.isBlock()) return;
        Path existing = existing(volume.id());
        try (RandomAccessFile file = new RandomAccessFile(existing.toFile(), "rw")) {
            if (file.length() >= volume.capacityBytes()) return;
            file.setLength(volume.capacityBytes());
            file.getFD().sync();
        }
    }

    /** The volume's data; refused, if they are missing: an empty file in their place would hide the loss. */
    public Path existing(VolumeId id) {
        Path data = state.data(id);
        if (!Files.exists(data, LinkOption.NOFOLLOW_LINKS))
            throw new RefusedException(Reason.INTERNAL, "the volume's data are missing from the state folder");
        return data;
    }

    /** Deletes the data, then the record. Can be repeated after a crash at any point. */
    public void delete(Volume volume) throws IOException {
        Path data = state.data(volume.id());
        Path trash = state.trash(volume.id());
        refuseWhileMounted(data);
        refuseWhileMounted(trash);
        if (volume.isBlock() && LoopDevices.anyOf(volume.id()))
            throw new RefusedException(
                    Reason.FAILED_PRECONDITION, "the volume is in use: there is a loop device with its file");
        if (volume.phase() != Volume.Phase.DELETING) state.release(volume.deleting());
        if (Files.exists(data, LinkOption.NOFOLLOW_LINKS)) state.moveToTrash(volume.id());
        refuseWhileMounted(trash);
        DeleteTree.of(trash);
        state.remove(volume);
    }

    private static void refuseWhileMounted(Path directory) {
        MountTable table = MountTable.read();
        List<MountEntry> in = Stream.concat(
                        table.below(directory).stream(),
                        table.entries().stream().filter(MountSource.of(directory, table)::shownInsideBy))
                .toList();
        if (!in.isEmpty())
            throw new RefusedException(
                    Reason.FAILED_PRECONDITION,
                    "the volume is in use: there is a mount at " + in.getFirst().mountPoint());
    }
}
