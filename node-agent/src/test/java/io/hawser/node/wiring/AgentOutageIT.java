package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.broker.BrokerProcess;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.v1.Assignment;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An agent in this process whose broker goes away and comes back. */
class AgentOutageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private BrokerProcess broker;
    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        broker = BrokerProcess.in(ScratchFolder.create("outage-broker")).start();
        around = new Orchestra(AgentOutageIT.class, broker.bootstrapServers());
    }

    @AfterEach
    void close() throws Exception {
        around.close();
        broker.close();
    }

    @Test
    @DisplayName("Without a broker, the agent keeps its mounts and ends what it was ordered; it says so, and takes"
            + " orders, when the broker is there again")
    void theBrokerIsAway() throws Exception {
        // Given
        around.hostPath.start();
        Assignment kept = around.hostPath.attached("kept");
        Assignment late = around.hostPath.attached("late");
        try (Agent agent = around.agent()) {
            around.awaitMounted(around.assignments.assign(kept, "task-a"), "task-a");
            long mounts = around.mountsBelowRoot();
            around.hostPath.stop();
            Assignment ordered = around.assignments.assign(late, "task-b");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(ordered).getGeneration()).isEqualTo(ordered.getGeneration()));

            // When
            broker.kill();
            around.hostPath.start();

            // Then
            await().atMost(PATIENCE).until(() -> around.mountsBelowRoot() == 2 * mounts);

            // When
            broker.start();

            // Then
            around.awaitMounted(ordered, "task-b");
            around.assignments.letGo(kept);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(kept).getNothingLeft()).isTrue());
            assertThat(around.mountsBelowRoot()).isEqualTo(mounts);
            around.awaitNothingLeft(around.assignments.letGo(late));
            await().atMost(PATIENCE).until(agent::isReady);
        }
    }
}
