package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.rest.ServiceUnreachableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final StringWriter out = new StringWriter();

    @Test
    @DisplayName("A column of ages is no change, even where it makes the table wider")
    void ages() {
        // Given
        PrintWriter writer = new PrintWriter(out, true);
        Session session = new Session(Endpoints.find(Map.of("HAWSER_HOME", "/nonexistent")), writer, writer);
        Iterator<String> looks = List.of(
                        "NODE  HEARD   AGE\na     9s ago  1m\n",
                        "NODE  HEARD    AGE\na     10s ago  2m\n",
                        "NODE  HEARD           AGE\na     silent for 11s  2m\n")
                .iterator();

        // When
        new Watch(Duration.ZERO).run(session, again -> {
            again.out().print(looks.next());
            return looks.hasNext();
        });

        // Then
        assertThat(out.toString()).contains("9s ago").doesNotContain("10s").contains("silent for 11s");
    }

    @Test
    @DisplayName("A watch goes on after a look without an answer, and says so once")
    void goesOnWithoutAnAnswer() {
        // Given
        StringWriter progress = new StringWriter();
        Session session = new Session(
                Endpoints.find(Map.of("HAWSER_HOME", "/nonexistent")),
                new PrintWriter(out, true),
                new PrintWriter(progress, true));
        AtomicInteger looks = new AtomicInteger();

        // When
        new Watch(Duration.ZERO).run(session, again -> {
            int look = looks.incrementAndGet();
            if (look == 2 || look == 3) {
                throw new ServiceUnreachableException("volume-service does not answer");
            }
            again.out().print(look + "\n");
            return look < 4;
        });

        // Then
        assertThat(out).hasToString("1\n\n4\n");
        assertThat(progress).hasToString("hawser: volume-service does not answer\n");
    }

    @Test
    @DisplayName("A watch ends when nobody reads what it prints any more")
    void endsWithItsReader() {
        // Given
        Writer closed = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        PrintWriter writer = new PrintWriter(closed, true);
        Session session = new Session(Endpoints.find(Map.of("HAWSER_HOME", "/nonexistent")), writer, writer);
        AtomicInteger looks = new AtomicInteger();

        // When
        new Watch(Duration.ZERO).run(session, again -> {
            again.out().print("look " + looks.incrementAndGet() + "\n");
            return looks.get() < 100;
        });

        // Then
        assertThat(looks).hasValue(1);
    }

    @Test
    @DisplayName("A watch prints what there is only when it has changed, with an empty line between")
    void onlyChanges() {
        // Given
        PrintWriter writer = new PrintWriter(out, true);
        Session session = new Session(Endpoints.find(Map.of("HAWSER_HOME", "/nonexistent")), writer, writer);
        Iterator<String> looks = List.of("a\n", "a\n", "b\n", "a\n").iterator();

        // When
        new Watch(Duration.ZERO).run(session, again -> {
            again.out().print(looks.next());
            return looks.hasNext();
        });

        // Then
        assertThat(out).hasToString("a\n\nb\n\na\n");
    }
}
