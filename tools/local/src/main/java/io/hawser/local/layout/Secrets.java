package io.hawser.local.layout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** Passwords and tokens, drawn once and kept in files that only their owner may read. */
public final class Secrets {
    private static final int BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path folder;

    /** @param folder made with the first secret: a command that only looks must not make anything */
    Secrets(Path folder) {
        this.folder = folder;
    }

    /** The secret of this name; drawn and stored at the first call. Letters, digits, {@code -} and {@code _} only. */
    public String of(String name) {
        Path file = file(name);
        try {
            if (!Files.exists(file)) {
                PrivateFiles.folder(folder);
                PrivateFiles.write(file, draw() + "\n");
            }
            String secret = Files.readString(file).trim();
            if (secret.isEmpty()) {
                throw new IllegalStateException(
                        "the secret " + file + " is empty: restore it, or choose another data folder");
            }
            return secret;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the secret " + file, e);
        }
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    private static String draw() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
