package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.HostileRecordsContract;
import io.hawser.ledger.testkit.ReadTopics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

@QuarkusTest
@TestProfile(CertificatesIT.Certified.class)
@QuarkusTestResource(EmbeddedServices.class)
class WhenRecordsAreHostileIT extends HostileRecordsContract {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private Cluster cluster;

    @BeforeEach
    void describe() throws IOException {
        cluster = new Cluster(kafka, "sound", "n1");
        cluster.describe();
    }

    @AfterEach
    void close() {
        try (Cluster ended = cluster) {
            assertThat(ended.strict.verdict().violations()).isEmpty();
        }
    }

    @Override
    protected Set<HawserTopic> answered() {
        return ReadTopics.all();
    }

    @Override
    protected void healthy(int number) {
        String name = "sound-" + number;
        cluster.orchestrator.write(
                HawserTopic.NODES,
                name,
                name + "-node",
                Node.newBuilder().setName(name).build());
        cluster.create(name, name);
        cluster.task(name, "n1", name, TaskState.TASK_STATE_PENDING);
    }

    @Override
    protected void awaitApplied(int number) {
        String name = "sound-" + number;
        cluster.orchestrator.awaitResult(name, CommandResult::hasDone);
        cluster.obey(cluster.orchestrator.awaitAssigned("n1", name));
        cluster.orchestrator.awaitTask(name, task -> task.getMounts(0).hasMounted());
        await(name).atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            assertThat(Lists.<String>all("/v1/nodes", "items.node.name")).contains(name);
        });
    }
}
