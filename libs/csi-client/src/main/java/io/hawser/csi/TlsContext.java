package io.hawser.csi;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkAlpnApplicationProtocolNegotiator;
import io.netty.handler.ssl.JdkApplicationProtocolNegotiator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * TLS of one channel. Every connection uses the certificates of that moment. gRPC would check the server's certificate
 * against the authority of its calls, which is {@code localhost} for each plugin; here it is checked against the peer's
 * own name.
 */
final class TlsContext extends SslContext {
    private static final String HTTP_2 = "h2";
    /** The kind of a certificate's name, by RFC 5280. */
    private static final int DNS_NAME = 2;

    private final Certificates certificates;
    private final String peer;
    private final int port;
    private final Optional<SNIHostName> serverName;

    /**
     * @param peer the name or address that the server's certificate must have
     * @param serverName to ask for; empty: the peer's name
     */
    TlsContext(Certificates certificates, String peer, int port, Optional<SNIHostName> serverName) {
        this.certificates = certificates;
        this.peer = peer;
        this.port = port;
        this.serverName = serverName;
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator) {
        SSLEngine engine = context().newEngine(allocator, peer, port);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        serverName.ifPresent(name -> parameters.setServerNames(List.of(name)));
        engine.setSSLParameters(parameters);
        return serverName.isEmpty() ? engine : named(engine);
    }

    /**
     * The JDK takes a certificate that has the server name that was asked for, and looks at the peer's name only if it
     * has not: a certificate of a plugin's name would be that of every node. So the peer's name is checked here, at the
     * end of the handshake and before any call.
     */
    @SuppressWarnings("deprecation") // Netty has no other place at the end of a handshake that may still refuse it.
    private SSLEngine named(SSLEngine engine) {
        JdkApplicationProtocolNegotiator negotiator = new JdkAlpnApplicationProtocolNegotiator(
                (e, protocols) -> {
                    throw new IllegalStateException("a client selects no protocol");
                },
                (e, protocols) -> new JdkApplicationProtocolNegotiator.ProtocolSelectionListener() {
                    @Override
                    public void unsupported() {
                        // gRPC refuses a server without HTTP/2.
                    }

                    @Override
                    public void selected(String protocol) throws Exception {
                        requirePeer(e.getSession());
                    }
                },
                HTTP_2);
        return negotiator.wrapperFactory().wrapSslEngine(engine, negotiator, false);
    }

    private void requirePeer(SSLSession session) throws SSLPeerUnverifiedException, CertificateParsingException {
        X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        if (names == null
                || names.stream()
                        .noneMatch(name -> name.get(0).equals(DNS_NAME)
                                && peer.equalsIgnoreCase(name.get(1).toString()))) {
            throw new SSLPeerUnverifiedException("the server's certificate does not have the name " + peer);
        }
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator, String authority, int authorityPort) {
        return newEngine(allocator);
    }

    private JdkSslContext context() {
        return new JdkSslContext(
                certificates.current(),
                true,
                Http2SecurityUtil.CIPHERS,
                SupportedCipherSuiteFilter.INSTANCE,
                new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        HTTP_2),
                ClientAuth.NONE,
                new String[] {"TLSv1.3", "TLSv1.2"},
                false);
    }

    @Override
    public boolean isClient() {
        return true;
    }

    @Override
    public List<String> cipherSuites() {
        return Http2SecurityUtil.CIPHERS;
    }

    @Override
    @SuppressWarnings("deprecation") // The type of the method that is overridden.
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return () -> List.of(HTTP_2);
    }

    @Override
    public SSLSessionContext sessionContext() {
        return context().sessionContext();
    }
}
