package io.hawser.node.plugin.files;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.files.DurableFile;
import io.hawser.node.plugin.KnownPlugins;
import io.hawser.v1.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One file, with a line for each plugin. Not thread-safe. */
public final class KnownPluginsFile implements KnownPlugins {
    private final Path file;
    private final TreeMap<String, Known> known = new TreeMap<>();

    private KnownPluginsFile(Path file) {
        this.file = file;
    }

    /** @throws IOException what was published before cannot be read */
    public static KnownPlugins load(Path file) throws IOException {
        KnownPluginsFile plugins = new KnownPluginsFile(file);
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

    @Override
    public Set<String> names() {
        return Set.copyOf(known.keySet());
    }

    @Override
    public Known of(String plugin) {
        return known.getOrDefault(plugin, Known.NOTHING);
    }

    @Override
    public void put(String plugin, Known next) throws IOException {
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
