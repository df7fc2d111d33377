package io.hawser.csi;

import io.hawser.v1.SecretReference;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Secrets as files {@code FOLDER/PLUGIN/REFERENCE}, as container runtimes mount them. The whole content of the file is
 * the value. A call reads only its own plugin's folder, so a volume of another plugin cannot get the secret by naming
 * it. Files are read at each call: a rotated secret needs no restart. Each plugin's files are read on a thread of its
 * own, one after the other, and the same files once at a time: a folder that does not answer takes one thread, and
 * delays no other plugin.
 */
public final class FileSecretProvider implements SecretProvider {

    /** All secrets of one request share 4 KiB (CSI, "Size Limits"): a larger file can never be sent. */
    private static final int MOST_BYTES = 4096;

    private static final Pattern SAFE_SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

    /** What is read takes milliseconds, over a network seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private record Asked(String plugin, List<SecretReference> references) {}

    private final Path folder;
    private final Duration limit;
    private final Map<String, Executor> threads = new ConcurrentHashMap<>();
    private final SharedWork<Asked, Map<String, String>> reads = new SharedWork<>();

    public FileSecretProvider(Path folder) {
        this(folder, LIMIT);
    }

    /** @param limit after which secrets that are still being read count as unavailable */
    FileSecretProvider(Path folder, Duration limit) {
        this.folder = folder;
        this.limit = limit;
    }

    @Override
    public Uni<Map<String, String>> resolve(String plugin, List<SecretReference> references) {
        if (references.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        Asked asked = new Asked(plugin, List.copyOf(references));
        return reads.run(asked, thread(plugin), () -> read(plugin, asked.references()))
                .ifNoItem()
                .after(limit)
                .failWith(() -> new SecretUnavailableException(
                        references.getFirst().getName(),
                        "cannot be read: the secrets folder of plugin " + plugin + " does not answer"))
                // The caller's work is not done on the plugin's thread.
                .emitOn(Infrastructure.getDefaultWorkerPool());
    }

    private Executor thread(String plugin) {
        return threads.computeIfAbsent(
                plugin,
                _ -> new ThreadPoolExecutor(
                        0,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("secrets-" + plugin).factory()));
    }

    private Map<String, String> read(String plugin, List<SecretReference> references) {
        Map<String, String> secrets = new HashMap<>();
        for (SecretReference reference : references) {
            if (secrets.putIfAbsent(reference.getKey(), read(plugin, reference.getName())) != null) {
                throw new SecretUnavailableException(
                        reference.getName(), "is one of two for the key '" + reference.getKey() + "'");
            }
        }
        return Map.copyOf(secrets);
    }

    private String read(String plugin, String name) {
        if (!SAFE_SEGMENT.matcher(name).matches()) {
            throw new SecretUnavailableException(name, "has no name that a file may have");
        }
        if (!SAFE_SEGMENT.matcher(plugin).matches()) {
            throw new SecretUnavailableException(name, "is of a plugin without a name that a folder may have");
        }
        try {
            Path file = below(below(folder.toRealPath(), plugin, name), name, name);
            if (!Files.isRegularFile(file)) {
                throw new SecretUnavailableException(name, "is not a file");
            }
            return text(name, bytes(name, file));
        } catch (IOException unreadable) {
            throw unavailable(name, "cannot be read from the secrets folder of plugin " + plugin, unreadable);
        }
    }

    /** Runtimes mount secrets as symbolic links; a link may not lead out of its folder. */
    private static Path below(Path parent, String child, String secret) throws IOException {
        Path real = parent.resolve(child).toRealPath();
        if (!real.startsWith(parent) || real.equals(parent)) {
            throw new SecretUnavailableException(secret, "is behind a link that leads out of its plugin's folder");
        }
        return real;
    }

    private static byte[] bytes(String name, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new SecretUnavailableException(name, "is larger than " + MOST_BYTES + " bytes");
            }
            return bytes;
        }
    }

    private static String text(String name, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw unavailable(name, "is not UTF-8 text", notText);
        }
    }

    private static SecretUnavailableException unavailable(String name, String message, IOException cause) {
        SecretUnavailableException unavailable = new SecretUnavailableException(name, message);
        unavailable.initCause(cause);
        return unavailable;
    }
}
