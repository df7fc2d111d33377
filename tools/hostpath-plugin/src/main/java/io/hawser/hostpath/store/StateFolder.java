package io.hawser.hostpath.store;

import io.hawser.files.DurableFile;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The folder that all instances share: one small file per volume, one per volume and node, and the data. Nothing is
 * cached, so each call sees the changes of every other instance. The README shows the layout.
 */
public final class StateFolder {
    private static final String SUFFIX = ".json";
    private static final String FORMAT = "hawser-hostpath 1\n";

    private final Path root;
    private final Locks locks;
    private final Spare spare;

    private StateFolder(Path root) {
        this.root = root;
        this.spare = new Spare(root.resolve("spare"));
        this.locks = new Locks(root.resolve("locks"), spare);
    }

    /** Opens the folder. An empty or missing one becomes a state folder. */
    public static StateFolder open(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path root = directory.toRealPath();
        Path format = root.resolve("format");
        // A power cut can leave an empty file, by an earlier version of this plugin.
        Optional<String> written = text(format).filter(content -> !content.isEmpty());
        if (written.isPresent() && !written.get().equals(FORMAT))
            throw new IOException(
                    format + " does not say \"" + FORMAT.strip() + "\": not a state folder of this version");
        if (written.isEmpty() && !looksUnused(root))
            throw new IOException(root + " is neither empty nor a state folder; give another --state-dir");
        for (String folder : List.of("locks", "volumes", "data", "trash", "nodes")) {
            Files.createDirectories(root.resolve(folder));
        }
        DurableFile.sync(root);
        if (written.isEmpty()) {
            // Several instances may do this at the same time, so each uses a temporary name of its own.
            Path mine = Files.createTempFile(root, "format.", ".tmp");
            DurableFile.write(mine, FORMAT.getBytes(StandardCharsets.UTF_8));
            DurableFile.move(mine, format);
        }
        StateFolder state = new StateFolder(root);
        state.spare.keep();
        return state;
    }

    /**
     * Two instances may start on a new folder at the same time, so files that another instance has just made are
     * allowed.
     */
    private static boolean looksUnused(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            List<String> ours = List.of("locks", "volumes", "data", "trash", "nodes", "lost+found");
            return files.map(f -> f.getFileName().toString())
                    .allMatch(f -> ours.contains(f) || f.startsWith("format") || f.startsWith("spare"));
        }
    }

    public Locks locks() {
        return locks;
    }

    public Path root() {
        return root;
    }

    public Path data(VolumeId id) {
        return root.resolve("data").resolve(id.text());
    }

    public Path trash(VolumeId id) {
        return root.resolve("trash").resolve(id.text());
    }

    public void register(NodeId node) throws IOException {
        DurableFile.createFolder(nodeFolder(node));
    }

    /** Whether an instance has ever served this node. */
    public boolean knows(NodeId node) {
        return Files.isDirectory(nodeFolder(node));
    }

    public Optional<Volume> volume(VolumeId id) throws IOException {
        return volume(id.key()).filter(v -> v.id().equals(id));
    }

    public Optional<Volume> volume(VolumeKey key) throws IOException {
        Path file = volumeFile(key);
        Optional<Volume> volume = read(file, RecordJson::volume);
        if (volume.isPresent() && !volume.get().id().key().equals(key))
            throw corrupt(file, "it is another volume's record");
        return volume;
    }

    public void write(Volume volume) throws IOException {
        write(volumeFile(volume.id().key()), RecordJson.write(volume));
    }

    /** Like {@link #write(Volume)}, also on a full disk: for a record that names less than before. */
    public void release(Volume volume) throws IOException {
        spare.use(() -> write(volume));
    }

    /** Like {@link DurableFile#move}, also on a full disk. */
    void moveToTrash(VolumeId id) throws IOException {
        spare.use(() -> DurableFile.move(data(id), trash(id)));
    }

    void remove(Volume volume) throws IOException {
        DurableFile.delete(volumeFile(volume.id().key()));
        spare.keep();
    }

    public List<VolumeKey> keys() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("volumes"))) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(SUFFIX))
                    .flatMap(f -> VolumeKey.parse(f.substring(0, f.length() - SUFFIX.length())).stream())
                    .sorted()
                    .toList();
        }
    }

    /** The node's record of this volume; an empty one if there is no file. */
    public NodeVolume onNode(VolumeId id, NodeId node) throws IOException {
        Path file = nodeFile(id, node);
        NodeVolume volume = read(file, RecordJson::nodeVolume).orElseGet(() -> NodeVolume.none(id));
        if (!volume.id().equals(id)) throw corrupt(file, "it is another volume's record");
        return volume;
    }

    public void write(NodeVolume volume, NodeId node) throws IOException {
        Path file = nodeFile(volume.id(), node);
        if (volume.isEmpty()) DurableFile.delete(file);
        else write(file, RecordJson.write(volume));
    }

    /** Like {@link #write(NodeVolume, NodeId)}, also on a full disk: for a record that names less than before. */
    public void release(NodeVolume volume, NodeId node) throws IOException {
        spare.use(() -> write(volume, node));
    }

    private <T> Optional<T> read(Path file, Function<String, T> reader) {
        try {
            return text(file).map(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw corrupt(file, String.valueOf(e.getMessage()));
        }
    }

    /** Empty: there is no such file. */
    private static Optional<String> text(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The caller holds the lock that makes it the only writer. */
    private static void write(Path file, String text) throws IOException {
        DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private RefusedException corrupt(Path file, String message) {
        return new RefusedException(
                Reason.INTERNAL,
                "the record " + root.relativize(file) + " in the state folder cannot be read: " + message);
    }

    private Path volumeFile(VolumeKey key) {
        return root.resolve("volumes").resolve(key.hex() + SUFFIX);
    }

    private Path nodeFolder(NodeId node) {
        return root.resolve("nodes").resolve(node.text());
    }

    private Path nodeFile(VolumeId id, NodeId node) {
        return nodeFolder(node).resolve(id.text() + SUFFIX);
    }
}
