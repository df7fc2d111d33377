package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.cli.endpoint.Endpoints;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final StringWriter out = new StringWriter();

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
