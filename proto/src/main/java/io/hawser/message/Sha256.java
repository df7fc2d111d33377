package io.hawser.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A digest that is stored or published: it never changes. */
public final class Sha256 {
    private Sha256() {}

    /** @param parts digested one after another */
    public static byte[] of(byte[]... parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                sha.update(part);
            }
            return sha.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
