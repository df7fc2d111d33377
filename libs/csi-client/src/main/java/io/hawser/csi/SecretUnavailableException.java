package io.hawser.csi;

import java.util.Objects;

/** A referenced secret is not available. The message names the reference, never a value. */
public final class SecretUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String secret;

    public SecretUnavailableException(String secret, String message) {
        super("secret '" + secret + "' " + message);
        this.secret = Objects.requireNonNull(secret, "secret");
    }

    /** The name in the reference. */
    public String secret() {
        return secret;
    }
}
