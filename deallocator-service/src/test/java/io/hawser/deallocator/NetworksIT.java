package io.hawser.deallocator;

import static io.hawser.deallocator.DeallocatorTopics.awaitDeallocated;
import static io.hawser.deallocator.DeallocatorTopics.awaitWhy;
import static io.hawser.deallocator.DeallocatorTopics.deallocation;
import static io.hawser.deallocator.DeallocatorTopics.deallocations;
import static io.hawser.deallocator.DeallocatorTopics.network;
import static io.hawser.deallocator.DeallocatorTopics.resource;
import static io.hawser.deallocator.DeallocatorTopics.sample;
import static io.hawser.deallocator.DeallocatorTopics.service;
import static io.hawser.deallocator.DeallocatorTopics.task;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Deallocation;
import io.hawser.v1.ResourceFate;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Networks go with the services that refer to them. */
@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class NetworksIT {
    private static Topics topics;

    @BeforeAll
    static void open() {
        topics = new Topics();
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    @Test
    @Tag("swarmkit-T132")
    @Tag("swarmkit-T120")
    @Tag("swarmkit-T125")
    @Tag("swarmkit-T128")
    @DisplayName("marked networks go with their last service; others survive it")
    void markedNetworksGoWithTheirService() {
        // Given: what holds is written before what it holds
        task(topics, "s1.a", "s1", TaskState.TASK_STATE_RUNNING);
        service(topics, "s1", true, "n1", "n2");
        network(topics, "n1", true);
        network(topics, "n2", false);
        network(topics, "n4", true);
        awaitWhy("networks", "n1", "waits for 1 service: s1");
        awaitDeallocated(topics, "network/n4");
        // When
        topics.forget(HawserTopic.TASKS, "s1.a");
        // Then
        awaitDeallocated(topics, "service/s1");
        awaitDeallocated(topics, "network/n1");
        Deallocation word = deallocation(topics, "network/n1");
        assertThat(word)
                .isEqualTo(sample("deallocation-network-decided")
                        .setNetwork("n1")
                        .setRevision(word.getRevision())
                        .setDecidedAt(word.getDecidedAt())
                        .build());
        assertThat(deallocation(topics, "service/s1").getResourcesList())
                .containsExactly(
                        resource("network", "n1", ResourceFate.RESOURCE_FATE_GOES, "no service holds it any more"),
                        resource("network", "n2", ResourceFate.RESOURCE_FATE_KEPT, "it is not marked for deletion"));
        assertThat(deallocations(topics, "network/n2")).isEmpty();
        given().get("/v1/networks/n2")
                .then()
                .body("deletion.message", equalTo("stays until somebody asks for its deletion"));
        String behindFirst = given().queryParam("limit", 1)
                .get("/v1/networks")
                .then()
                .extract()
                .path("continue");
        given().queryParam("limit", 1000)
                .queryParam("continue", behindFirst)
                .get("/v1/networks")
                .then()
                .body("items.name", hasItem("n2"))
                .body("continue", nullValue());
        given().queryParam("limit", 1000).get("/v1/services").then().body("items.name", hasItem("s1"));
        given().queryParam("limit", 0).get("/v1/services").then().statusCode(400);
    }

    @Test
    @Tag("swarmkit-X-26")
    @Tag("swarmkit-DB4")
    @DisplayName("a marked network goes when the last service that refers to it drops the reference")
    void aDroppedReferenceIsEnough() {
        // Given
        service(topics, "drop", false, "drop-net");
        network(topics, "drop-net", true);
        awaitWhy("networks", "drop-net", "waits for 1 service: drop");
        // When
        service(topics, "drop", false);
        // Then
        awaitDeallocated(topics, "network/drop-net");
        assertThat(deallocations(topics, "service/drop")).isEmpty();
    }
}
