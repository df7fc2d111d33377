package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.api.MountsResource;
import io.hawser.node.mount.Pauses;
import io.hawser.node.runtime.socket.RuntimeClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.ws.rs.WebApplicationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that starts before the name of its broker has an address. */
class BrokerWithoutAddressTest {
    private static final Map<String, Object> KAFKA = Map.of("bootstrap.servers", "no-such-host.invalid:9092");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("It waits for the address; meanwhile runtimes and people read 503, and not that there is no mount")
    void waitsForTheAddress() throws Exception {
        // Given
        Path socket = folder.resolve("runtime");

        // When
        try (Agent agent = new Agent(settings(socket), KAFKA, Optional.empty(), new SimpleMeterRegistry())) {
            RunningAgent running = new RunningAgent();
            running.set(agent);
            agent.start();
            RuntimeClient.Answer answer = new RuntimeClient(socket).get("/v1/tasks/task-a/volumes/data");

            // Then
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().get("message").asText()).contains("has not read all assignments yet");
            assertThatThrownBy(() -> new MountsResource(running).list(Optional.empty(), Optional.empty()))
                    .isInstanceOfSatisfying(WebApplicationException.class, refused -> assertThat(
                                    refused.getResponse().getStatus())
                            .isEqualTo(503));
            assertThat(agent.isAlive()).isTrue();
            assertThat(agent.isReady()).isFalse();
            assertThat(agent.waitsFor()).containsExactly("the agent has not read all assignments yet");
        }
    }

    @Test
    @DisplayName("An agent whose start breaks off is not alive, so that its process is started again")
    void theStartBreaksOff() throws Exception {
        // Given
        AtomicBoolean noThreads = new AtomicBoolean();
        List<String> servers = new ArrayList<>(List.of("no-such-host.invalid:9092")) {
            @Override
            public String toString() {
                if (noThreads.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return super.toString();
            }
        };

        // When
        try (Agent agent = new Agent(
                settings(folder.resolve("runtime")),
                Map.of("bootstrap.servers", servers),
                Optional.empty(),
                new SimpleMeterRegistry())) {
            noThreads.set(true);
            agent.start();

            // Then
            await().until(() -> !agent.isAlive());
            assertThat(agent.isReady()).isFalse();
        }
    }

    private AgentSettings settings(Path socket) throws Exception {
        Duration second = Duration.ofSeconds(1);
        return new AgentSettings(
                "without-broker",
                folder.resolve("root"),
                Optional.empty(),
                Files.createDirectory(folder.resolve("plugins")),
                Optional.empty(),
                List.of(),
                false,
                new TopicNames("hawser"),
                AnswerForm.PROTOBUF,
                TopicCreator.Copies.OF_THE_BROKER,
                Optional.empty(),
                second,
                new Pauses(new Backoff(second, second), second),
                second,
                second,
                second,
                second,
                second,
                1,
                false,
                false,
                Optional.of(socket));
    }
}
