package io.hawser.cli.topic;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NoClientTest {
    /** A mechanism without the login. */
    private static final Map<String, Object> LOGIN = Map.of(
            "bootstrap.servers", "127.0.0.1:1", "security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN");

    @Test
    @DisplayName("Login settings that make no client are named in one sentence, for who writes and who reads")
    void isNamed() {
        assertNamed(() -> new TopicWriter(LOGIN, TopicNames.DEFAULT, "test", Clock.systemUTC()).close());
        assertNamed(() -> new TopicReader(LOGIN, TopicNames.DEFAULT, new PrintWriter(Writer.nullWriter()))
                .tail(HawserTopic.TASKS));
    }

    private static void assertNamed(ThrowingCallable client) {
        assertThatThrownBy(client)
                .isInstanceOf(TopicUnreachableException.class)
                .hasMessageContaining("JAAS")
                .hasMessageEndingWith("; the KAFKA_ variables are its settings");
    }
}
