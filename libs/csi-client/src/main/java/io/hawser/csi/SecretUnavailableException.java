package io.hawser.csi;

/** A referenced secret is not available. The message names the reference, never a value. */
public final class SecretUnavailableException extends RuntimeException {

    public SecretUnavailableException(String secret, String message) {
        super("secret '" + secret + "' " + message);
    }
}
