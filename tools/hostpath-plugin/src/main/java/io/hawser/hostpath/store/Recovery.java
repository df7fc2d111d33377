package io.hawser.hostpath.store;

import io.hawser.hostpath.volume.Refusal;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Repairs what killed instances left, and logs anything else that should not be in the state folder. It removes only
 * what cannot contain data: lock files, half-deleted volumes, and what is empty and has no record. A busy volume is
 * left to its call.
 */
public final class Recovery {
    private static final System.Logger LOG = System.getLogger(Recovery.class.getName());

    private final StateFolder state;
    private final VolumeData data;

    public Recovery(StateFolder state) {
        this.state = state;
        this.data = new VolumeData(state);
    }

    private interface Step {
        void run(Path entry) throws IOException;
    }

    public void run() {
        try {
            state.locks().sweep(Instant.now().minusSeconds(60));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "lock files could not be swept: " + e);
        }
        each("volumes", this::record);
        each("data", this::directory);
        each("trash", this::leftover);
    }

    private void each(String folder, Step step) {
        List<Path> entries;
        try (Stream<Path> files = Files.list(state.root().resolve(folder))) {
            entries = files.toList();
        } catch (IOException e) {
            LOG.log(Level.WARNING, folder + " in the state folder cannot be listed: " + e);
            return;
        }
        for (Path entry : entries) {
            try {
                step.run(entry);
            } catch (RefusedException e) {
                if (e.refusal().reason() != Refusal.Reason.ABORTED)
                    report(entry, e.refusal().message());
            } catch (IOException e) {
                report(entry, e.toString());
            }
        }
    }

    private void record(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(".json.new")) return; // the next write of that record overwrites it
        Optional<VolumeKey> key =
                name.endsWith(".json") ? VolumeKey.parse(name.substring(0, name.length() - 5)) : Optional.empty();
        if (key.isEmpty()) {
            report(file, "not a record; it is ignored");
            return;
        }
        if (!deleting(key.get())) return;
        try (Locks.Held held = state.locks().volume(key.get())) {
            Optional<Volume> volume = state.volume(key.get());
            if (volume.isPresent() && volume.get().phase() == Volume.Phase.DELETING) data.delete(volume.get());
        }
    }

    private boolean deleting(VolumeKey key) throws IOException {
        return state.volume(key).filter(v -> v.phase() == Volume.Phase.DELETING).isPresent();
    }

    /** A CreateVolume that is killed between the data and its record leaves an empty directory or file. */
    private void directory(Path directory) throws IOException {
        Optional<VolumeId> id = VolumeId.parse(directory.getFileName().toString());
        if (id.isEmpty()) {
            report(directory, "not a volume; it is left alone");
            return;
        }
        if (state.volume(id.get()).isPresent()) return;
        try (Locks.Held held = state.locks().volume(id.get().key())) {
            if (state.volume(id.get()).isPresent()) return;
            if (Files.isRegularFile(directory, LinkOption.NOFOLLOW_LINKS) && Files.size(directory) > 0) {
                report(directory, "is a block volume's file without a record; it is left alone");
                return;
            }
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            report(directory, "has files but no record; it is left alone");
        }
    }

    private void leftover(Path directory) throws IOException {
        Optional<VolumeId> id = VolumeId.parse(directory.getFileName().toString());
        if (id.isEmpty() || state.volume(id.get()).isEmpty())
            report(directory, "is in the trash without a record; it is left alone");
    }

    private void report(Path entry, String what) {
        LOG.log(Level.WARNING, state.root().relativize(entry) + " in the state folder: " + what);
    }
}
