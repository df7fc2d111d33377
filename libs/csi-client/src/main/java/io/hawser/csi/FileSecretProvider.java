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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Secrets as files {@code FOLDER/PLUGIN/REFERENCE}, as container runtimes mount them. The whole content of the file is
 * the value. A call reads only its own plugin's folder, so a volume of another plugin cannot get the secret by naming
 * it. Files are read at each call: a rotated secret needs no restart.
 */
public final class FileSecretProvider implements SecretProvider {

    /** All secrets of one request share 4 KiB (CSI, "Size Limits"): a larger file can never be sent. */
    private static final int MOST_BYTES = 4096;

    private static final Pattern SAFE_SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

    private final Path folder;

    public FileSecretProvider(Path folder) {
        this.folder = Objects.requireNonNull(folder, "folder");
    }

    @Override
    public Uni<Map<String, String>> resolve(String plugin, List<SecretReference> references) {
        if (references.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        List<SecretReference> wanted = List.copyOf(references);
        return Uni.createFrom()
                .item(() -> read(plugin, wanted))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
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
