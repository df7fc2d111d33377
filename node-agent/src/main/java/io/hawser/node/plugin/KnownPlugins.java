package io.hawser.node.plugin;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.files.DurableFile;
import io.hawser.v1.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What this node last published of its plugins, kept over restarts: a plugin that went meanwhile must be reported as
 * gone. Not thread-safe.
 */
final class KnownPlugins {

    /**
     * @param registered its instance was registered once: while the plugin stays away, each process deregisters it
     * @param fingerprint the last one
     */
    record Known(boolean registered, Optional<Fingerprint> fingerprint) {
        static final Known NOTHING = new Known(false, Optional.empty());
    }

    private final Path file;
    private final TreeMap<String, Known> known = new TreeMap<>();

    private KnownPlugins(Path file) {
        this.file = file;
    }

    static KnownPlugins load(Path file) throws IOException {
        KnownPlugins plugins = new KnownPlugins(file);
        String text = new String(DurableFile.read(file).orElse(new byte[0]), StandardCharsets.UTF_8);
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length != 3) {
                throw new IOException(file + " has a line that is not a plugin: " + line);
            }
            plugins.known.put(words[0], new Known(Boolean.parseBoolean(words[1]), fingerprint(words[2])));
        }
        return plugins;
    }

    Set<String> names() {
        return Set.copyOf(known.keySet());
    }

    Known of(String plugin) {
        return known.getOrDefault(plugin, Known.NOTHING);
    }

    /** Returns when the entry is on the disk. If that fails, the entry stays as it was. */
    void put(String plugin, Known next) throws IOException {
        if (next.equals(known.get(plugin))) {
            return;
        }
        TreeMap<String, Known> all = new TreeMap<>(known);
        all.put(plugin, next);
        StringBuilder text = new StringBuilder();
        all.forEach((name, one) -> text.append(name)
                .append(' ')
                .append(one.registered())
                .append(' ')
                .append(one.fingerprint()
                        .map(print -> Base64.getEncoder().encodeToString(print.toByteArray()))
                        .orElse("-"))
                .append('\n'));
        DurableFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        known.put(plugin, next);
    }

    private static Optional<Fingerprint> fingerprint(String word) throws InvalidProtocolBufferException {
        return word.equals("-")
                ? Optional.empty()
                : Optional.of(Fingerprint.parseFrom(Base64.getDecoder().decode(word)));
    }
}
