package io.hawser.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicUnreachableExceptionTest {
    @Test
    @DisplayName("A certificate of an unknown authority asks for the authority, and a refused login for another login")
    void whatToSet() {
        assertThat(message(new SslAuthenticationException(
                        "SSL handshake failed", new SSLHandshakeException("PKIX path building failed"))))
                .contains("SSL handshake failed: PKIX path building failed; KAFKA_SSL_TRUSTSTORE_TYPE")
                .doesNotContain("acls.csv");
        assertThat(message(new SaslAuthenticationException("no such user"))).contains("acls.csv");
    }

    private static String message(Exception cause) {
        return new TopicUnreachableException("cannot read hawser.tasks", "broker:9093", cause).getMessage();
    }
}
