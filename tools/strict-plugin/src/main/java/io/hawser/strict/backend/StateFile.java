package io.hawser.strict.backend;

import com.google.gson.Gson;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.VolumeCapability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps volumes over the death of the plugin's process. Each change appends one line, and the last line of a volume
 * counts. The file is written without a sync: it survives a killed process, not a lost machine. Snapshots are not kept.
 */
record StateFile(Path file) {
    private static final Gson GSON = new Gson();

    private record Attached(String capability, boolean readonly, Map<String, String> context, boolean complete) {}

    private record Staged(String path, String capability, boolean complete) {}

    private record Published(String capability, boolean readonly) {}

    private record Line(
            String id,
            boolean gone,
            long drawn,
            String name,
            String request,
            Map<String, String> context,
            List<String> topology,
            long capacity,
            boolean complete,
            Map<String, Attached> attached,
            Map<String, Staged> staged,
            Map<String, Map<String, Published>> published) {}

    /** Reads the file into a store, and writes the file anew without the volumes that are gone. */
    void load(Store store) {
        try {
            Map<String, Line> last = new LinkedHashMap<>();
            if (Files.exists(file)) {
                for (String text : Files.readAllLines(file)) {
                    Line line = GSON.fromJson(text, Line.class);
                    store.drawnUpTo(line.drawn());
                    last.put(line.id(), line);
                }
            }
            List<String> lines = new ArrayList<>();
            for (Line line : last.values()) {
                if (!line.gone()) {
                    restore(line, store);
                    lines.add(GSON.toJson(line));
                }
            }
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void changed(StoredVolume volume, long drawn) {
        Map<String, Attached> attached = new LinkedHashMap<>();
        volume.attachments.forEach((node, a) ->
                attached.put(node, new Attached(text(a.capability()), a.readonly(), a.context(), a.complete())));
        Map<String, Staged> staged = new LinkedHashMap<>();
        volume.stagings.forEach(
                (node, s) -> staged.put(node, new Staged(s.path(), text(s.capability()), s.complete())));
        Map<String, Map<String, Published>> published = new LinkedHashMap<>();
        volume.publications.forEach((node, targets) -> targets.forEach((path, p) -> published
                .computeIfAbsent(node, n -> new LinkedHashMap<>())
                .put(path, new Published(text(p.capability()), p.readonly()))));
        append(new Line(
                volume.id,
                false,
                drawn,
                volume.name,
                text(volume.request),
                volume.context,
                volume.topology.stream().map(StateFile::text).toList(),
                volume.capacity,
                volume.complete,
                attached,
                staged,
                published));
    }

    void gone(String id, long drawn) {
        append(new Line(id, true, drawn, "", "", Map.of(), List.of(), 0, true, Map.of(), Map.of(), Map.of()));
    }

    void clear() {
        try {
            Files.write(file, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(Line line) {
        try {
            Files.writeString(file, GSON.toJson(line) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void restore(Line line, Store store) throws InvalidProtocolBufferException {
        List<Topology> topology = new ArrayList<>();
        for (String one : line.topology()) {
            topology.add(Topology.parseFrom(bytes(one)));
        }
        StoredVolume volume = new StoredVolume(
                line.id(),
                line.name(),
                CreateVolumeRequest.parseFrom(bytes(line.request())),
                line.context(),
                topology,
                line.capacity(),
                line.complete());
        store.put(volume);
        for (Map.Entry<String, Attached> entry : line.attached().entrySet()) {
            Attached a = entry.getValue();
            store.attach(
                    volume,
                    entry.getKey(),
                    new StoredVolume.Attachment(capability(a.capability()), a.readonly(), a.context(), a.complete()));
        }
        for (Map.Entry<String, Staged> entry : line.staged().entrySet()) {
            Staged s = entry.getValue();
            volume.stagings.put(
                    entry.getKey(), new StoredVolume.Staging(s.path(), capability(s.capability()), s.complete()));
        }
        for (Map.Entry<String, Map<String, Published>> entry : line.published().entrySet()) {
            for (Map.Entry<String, Published> target : entry.getValue().entrySet()) {
                volume.targetsOn(entry.getKey())
                        .put(
                                target.getKey(),
                                new StoredVolume.Publication(
                                        capability(target.getValue().capability()),
                                        target.getValue().readonly()));
            }
        }
    }

    private static String text(MessageLite message) {
        return Base64.getEncoder().encodeToString(message.toByteArray());
    }

    private static byte[] bytes(String text) {
        return Base64.getDecoder().decode(text);
    }

    private static VolumeCapability capability(String text) throws InvalidProtocolBufferException {
        return VolumeCapability.parseFrom(bytes(text));
    }
}
