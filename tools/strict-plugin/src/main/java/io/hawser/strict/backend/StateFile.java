package io.hawser.strict.backend;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
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
    private static final Gson GSON = new GsonBuilder()
            .registerTypeAdapter(VolumeCapability.class, new InBase64<>(VolumeCapability.parser()))
            .registerTypeAdapter(CreateVolumeRequest.class, new InBase64<>(CreateVolumeRequest.parser()))
            .registerTypeAdapter(Topology.class, new InBase64<>(Topology.parser()))
            .create();

    /** A message of the contract, in its wire form. */
    private static final class InBase64<M extends MessageLite> extends TypeAdapter<M> {
        private final Parser<M> parser;

        InBase64(Parser<M> parser) {
            this.parser = parser;
        }

        @Override
        public void write(JsonWriter out, M message) throws IOException {
            out.value(Base64.getEncoder().encodeToString(message.toByteArray()));
        }

        @Override
        public M read(JsonReader in) throws IOException {
            return parser.parseFrom(Base64.getDecoder().decode(in.nextString()));
        }
    }

    private record Line(
            String id,
            boolean gone,
            long drawn,
            String name,
            CreateVolumeRequest request,
            Map<String, String> context,
            List<Topology> topology,
            long capacity,
            boolean complete,
            Map<String, StoredVolume.Attachment> attached,
            Map<String, StoredVolume.Staging> staged,
            Map<String, Map<String, StoredVolume.Publication>> published) {}

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
        append(line(volume, false, drawn));
    }

    private static Line line(StoredVolume volume, boolean gone, long drawn) {
        return new Line(
                volume.id,
                gone,
                drawn,
                volume.name,
                volume.request,
                volume.context,
                volume.topology,
                volume.capacity,
                volume.complete,
                volume.attachments,
                volume.stagings,
                volume.publications);
    }

    void gone(String id, long drawn) {
        append(line(StoredVolume.empty(id, ""), true, drawn));
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

    private static void restore(Line line, Store store) {
        StoredVolume volume = new StoredVolume(
                line.id(),
                line.name(),
                line.request(),
                line.context(),
                line.topology(),
                line.capacity(),
                line.complete());
        store.put(volume);
        line.attached().forEach((node, attachment) -> store.attach(volume, node, attachment));
        volume.stagings.putAll(line.staged());
        line.published().forEach((node, targets) -> volume.targetsOn(node).putAll(targets));
    }
}
