package io.hawser.csi;

import javax.net.ssl.SSLContext;

/**
 * The certificate of this process, and the authorities that it trusts. Asked for at each new connection, so a renewed
 * certificate counts from the next connection on.
 */
@FunctionalInterface
public interface Certificates {
    /** @throws IllegalStateException the certificates cannot be used, with a sentence for the operator */
    SSLContext current();
}
