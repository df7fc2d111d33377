package io.hawser.deallocator;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.message.Events;
import io.hawser.testkit.sample.Samples;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.ResourceFate;
import io.hawser.v1.Service;
import io.hawser.v1.ServiceVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.core.ConditionFactory;

/** What the tests write for the service as an orchestrator does, and read of it. */
final class DeallocatorTopics {
    private DeallocatorTopics() {}

    static void task(Topics topics, String name, String service, TaskState state) {
        topics.say(
                HawserTopic.TASKS,
                name,
                Task.newBuilder()
                        .setName(name)
                        .setService(service)
                        .setNode("n1")
                        .setObserved(state)
                        .build());
    }

    static void service(Topics topics, String name, boolean pendingDelete, String... networks) {
        topics.say(
                HawserTopic.SERVICES,
                name,
                Service.newBuilder()
                        .setName(name)
                        .addAllNetworks(List.of(networks))
                        .setPendingDelete(pendingDelete)
                        .build());
    }

    static void network(Topics topics, String name, boolean pendingDelete) {
        topics.say(
                HawserTopic.NETWORKS,
                name,
                Network.newBuilder()
                        .setName(name)
                        .setPendingDelete(pendingDelete)
                        .build());
    }

    static void service(Topics topics, String name, ServiceVolume... volumes) {
        topics.say(
                HawserTopic.SERVICES,
                name,
                Service.newBuilder()
                        .setName(name)
                        .addAllVolumes(List.of(volumes))
                        .setPendingDelete(true)
                        .build());
    }

    static void volumeIs(Topics topics, String name, String uid, boolean removalRequested) {
        topics.say(
                HawserTopic.VOLUMES,
                name,
                Volume.newBuilder()
                        .setName(name)
                        .setUid(uid)
                        .setRemovalRequested(removalRequested)
                        .build());
    }

    static void volumeIs(Topics topics, String name, String uid, Instant requested) {
        topics.say(
                HawserTopic.VOLUMES,
                name,
                Volume.newBuilder()
                        .setName(name)
                        .setUid(uid)
                        .setRequested(Events.timestamp(requested))
                        .build());
    }

    static DeallocatedResource resource(String kind, String name, ResourceFate fate, String message) {
        return DeallocatedResource.newBuilder()
                .setKind(kind)
                .setName(name)
                .setFate(fate)
                .setMessage(message)
                .build();
    }

    static ServiceVolume volume(String name, VolumePolicy policy) {
        return ServiceVolume.newBuilder().setName(name).setPolicy(policy).build();
    }

    static void awaitWhy(String kind, String name, String message) {
        soon().untilAsserted(() ->
                given().get("/v1/" + kind + "/" + name).then().body("deletion.message", containsString(message)));
    }

    static void awaitDeallocated(Topics topics, String key) {
        soon().untilAsserted(() -> assertThat(deallocations(topics, key)).hasSize(1));
    }

    static List<ConsumerRecord<byte[], byte[]>> deallocations(Topics topics, String key) {
        return topics.read(HawserTopic.DEALLOCATIONS, key);
    }

    static Deallocation deallocation(Topics topics, String key) {
        try {
            return Deallocation.parseFrom(deallocations(topics, key).getLast().value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a Deallocation", e);
        }
    }

    static Deallocation.Builder sample(String name) {
        try {
            return Deallocation.parseFrom(Samples.named(name).bytes()).toBuilder();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a Deallocation", e);
        }
    }

    static ConsumerRecord<byte[], byte[]> removalOf(Topics topics, String volume) {
        soon().untilAsserted(() ->
                assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, volume)).hasSize(1));
        return topics.read(HawserTopic.VOLUME_COMMANDS, volume).getFirst();
    }

    static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }
}
