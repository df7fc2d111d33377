package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.v1.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the services make of an answer or an event is what the committed samples say, to the byte. */
class WrittenMessagesTest {
    @Test
    @DisplayName("An accepted, a rejected and a done command")
    void answers() throws IOException {
        isSample("command-accepted", numbered(CommandResults.accepted(create("c-1"), "held by task task-1")));
        isSample(
                "command-rejected",
                numbered(CommandResults.rejected(create("c-2"), "spec.capacity.required_bytes", "-1 is negative")));
        isSample("command-done", numbered(CommandResults.done(create("c-3"), "created")));
    }

    @Test
    @DisplayName("An event")
    void event() throws IOException {
        isSample(
                "event",
                Events.of(
                        "volume/data",
                        "Mounted",
                        "node-1",
                        "mounted for task task-1",
                        Instant.parse("2026-01-01T00:00:00.500Z")));
    }

    private static CommandResults.Asked create(String id) {
        return new CommandResults.Asked(id, "hawser.v1.CreateVolume", "data");
    }

    private static CommandResult numbered(CommandResult result) {
        return result.toBuilder().setRevision(12).build();
    }

    private static void isSample(String name, Message written) throws IOException {
        assertThat(written.toByteArray())
                .isEqualTo(Files.readAllBytes(Path.of("src", "test", "samples", name + ".pb")));
    }
}
