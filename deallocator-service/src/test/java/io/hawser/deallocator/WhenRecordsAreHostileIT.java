package io.hawser.deallocator;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.HostileRecordsContract;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

@QuarkusTest
@TestProfile(SampleRecordsIT.OwnDatabase.class)
@QuarkusTestResource(EmbeddedServices.class)
class WhenRecordsAreHostileIT extends HostileRecordsContract {
    private final Topics topics = new Topics();

    @AfterEach
    void close() {
        topics.close();
    }

    @Override
    protected Set<HawserTopic> answered() {
        return Set.of(HawserTopic.SERVICES, HawserTopic.NETWORKS);
    }

    @Override
    protected void healthy(int number) {
        String held = "held-" + number;
        String network = "sound-" + number;
        topics.say(
                HawserTopic.TASKS,
                held + ".t",
                Task.newBuilder()
                        .setName(held + ".t")
                        .setService(held)
                        .setNode("n1")
                        .setObserved(TaskState.TASK_STATE_RUNNING)
                        .build());
        topics.say(
                HawserTopic.SERVICES,
                held,
                Service.newBuilder().setName(held).setPendingDelete(true).build());
        topics.say(
                HawserTopic.NETWORKS,
                network,
                Network.newBuilder().setName(network).setPendingDelete(true).build());
    }

    @Override
    protected void awaitApplied(int number) {
        String held = "held-" + number;
        String network = "network/sound-" + number;
        await(held).atMost(Duration.ofMinutes(3)).untilAsserted(() -> given().get("/v1/services/" + held)
                .then()
                .statusCode(200)
                .body("deletion.message", containsString("live task " + held + ".t")));
        await(network).atMost(Duration.ofMinutes(3)).untilAsserted(() -> assertThat(
                        topics.read(HawserTopic.DEALLOCATIONS, network))
                .hasSize(1));
    }
}
