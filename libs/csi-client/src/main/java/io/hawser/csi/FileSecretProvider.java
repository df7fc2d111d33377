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
 * Secrets as files below one directory, as container runtimes mount them: the file's name is the reference's name, its
 * content, to the last byte, the value. Read at each call, so a rotated secret needs no restart.
 */
public final class FileSecretProvider implements SecretProvider {

    /** All secrets of one request share 4 KiB (CSI, "Size Limits"): a larger file can never be sent. */
    private static final int MOST_BYTES = 4096;

    private static final Pattern SAFE_SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

    private final Path directory;

    public FileSecretProvider(Path directory) {
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    @Override
    public Uni<Map<String, String>> resolve(List<SecretReference> references) {
        List<SecretReference> wanted = List.copyOf(references);
        return Uni.createFrom().item(() -> read(wanted)).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private Map<String, String> read(List<SecretReference> references) {
        Map<String, String> secrets = new HashMap<>();
        for (SecretReference reference : references) {
            if (secrets.putIfAbsent(reference.getKey(), read(reference.getName())) != null) {
                throw new SecretUnavailableException(
                        reference.getName(), "is one of two for the key '" + reference.getKey() + "'");
            }
        }
        return Map.copyOf(secrets);
    }

    private String read(String name) {
        if (!SAFE_SEGMENT.matcher(name).matches()) {
            throw new SecretUnavailableException(name, "has no name that a file may have");
        }
        try {
            // Runtimes mount secrets as symbolic links; they may not lead out of the directory.
            Path file = directory.resolve(name).toRealPath();
            if (!file.startsWith(directory.toRealPath()) || !Files.isRegularFile(file)) {
                throw new SecretUnavailableException(name, "is not a file below the secrets directory");
            }
            return text(name, bytes(name, file));
        } catch (IOException unreadable) {
            throw unavailable(name, "cannot be read from the secrets directory", unreadable);
        }
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

    private static SecretUnavailableException unavailable(String name, String why, IOException cause) {
        SecretUnavailableException unavailable = new SecretUnavailableException(name, why);
        unavailable.initCause(cause);
        return unavailable;
    }
}
