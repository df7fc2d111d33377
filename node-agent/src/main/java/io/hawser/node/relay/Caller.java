package io.hawser.node.relay;

import io.hawser.csi.RelayNames;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Who calls, and which plugin it wants: everything that a relay reads of a connection. */
public sealed interface Caller {
    record Accepted(RelayNames.Role role, String plugin) implements Caller {}

    /** @param message for people */
    record Refused(String message) implements Caller {}

    int DNS_NAME = 2;

    /** @param session after the handshake */
    static Caller of(ExtendedSSLSession session) throws SSLPeerUnverifiedException {
        List<String> names = dnsNames((X509Certificate) session.getPeerCertificates()[0]);
        Optional<String> serverName = session.getRequestedServerNames().stream()
                .filter(SNIHostName.class::isInstance)
                .map(name -> ((SNIHostName) name).getAsciiName())
                .findFirst();
        return of(names, serverName);
    }

    static Caller of(Collection<String> dnsNames, Optional<String> serverName) {
        Optional<RelayNames.Role> role = RelayNames.role(dnsNames);
        if (role.isEmpty()) {
            return new Refused("a certificate with the DNS names " + dnsNames
                    + " is that of neither volume-service nor plugin-registry");
        }
        return serverName
                .flatMap(RelayNames::pluginIn)
                .<Caller>map(plugin -> new Accepted(role.get(), plugin))
                .orElseGet(() -> new Refused("the server name " + serverName.orElse("(none)") + " names no plugin"));
    }

    static List<String> dnsNames(X509Certificate certificate) {
        try {
            return Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of()).stream()
                    .filter(name -> name.getFirst().equals(DNS_NAME))
                    .map(name -> String.valueOf(name.get(1)))
                    .toList();
        } catch (CertificateParsingException unreadable) {
            return List.of();
        }
    }
}
