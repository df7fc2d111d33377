package io.hawser.csi;

import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;

/**
 * The certificate of this process, and the authorities that it trusts. Asked for at each new connection, so a renewed
 * certificate counts from the next connection on.
 */
@FunctionalInterface
public interface Certificates {
    /** @throws IllegalStateException the certificates cannot be used, with a sentence for the operator */
    SSLContext current();

    /**
     * Certificates that something else reads, such as a framework.
     *
     * @param setting names them for the operator
     */
    static Certificates named(String setting, Callable<SSLContext> read) {
        return () -> {
            try {
                return read.call();
            } catch (Exception unusable) {
                throw new IllegalStateException(setting + ": " + unusable.getMessage(), unusable);
            }
        };
    }
}
