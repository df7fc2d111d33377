package io.hawser.deallocator.deletion.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.DeallocationIT;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.DeallocatedResource;
import io.hawser.v1.Deallocation;
import io.hawser.v1.ResourceFate;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Services that end together. */
@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class ServicesIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @Inject
    DeletionWork work;

    @Inject
    HolderQueries holders;

    @Inject
    Announcements announcements;

    @Inject
    StartGate gate;

    /** The test decides by itself, and no loop decides later. */
    @BeforeEach
    void open() {
        await().atMost(SOON).until(gate::isOpen);
    }

    @Test
    @DisplayName("Of services that end in one transaction the last one says that their volume goes, and removes it")
    void theLastOfABatch() {
        // Given
        List<String> names =
                IntStream.rangeClosed(1, 8).mapToObj(i -> "together-" + i).toList();
        names.forEach(name -> quiet(name, "volume/together"));

        // When
        decide(names);

        // Then
        try (Topics topics = new Topics()) {
            await().atMost(SOON).untilAsserted(() -> assertThat(fates(topics, "together-"))
                    .hasSize(8)
                    .containsOnlyOnce(ResourceFate.RESOURCE_FATE_GOES));
            await().atMost(SOON).untilAsserted(() -> assertThat(topics.read(HawserTopic.VOLUME_COMMANDS, "together"))
                    .hasSize(1));
        }
    }

    @Test
    @DisplayName("Of services that two replicas end at the same time the last one removes their volume")
    void twoReplicas() {
        // Given
        List<List<String>> pairs = IntStream.rangeClosed(1, 20)
                .mapToObj(i -> List.of("apart-a" + i, "apart-b" + i))
                .toList();
        pairs.forEach(pair -> pair.forEach(
                name -> quiet(name, "volume/apart" + pair.getFirst().substring(7))));

        // When
        List<Uni<Void>> replicas = pairs.stream()
                .flatMap(List::stream)
                .map(name -> work.work(new Services(holders, announcements), List.of(name)))
                .toList();
        Uni.join().all(replicas).andFailFast().await().atMost(SOON);

        // Then
        try (Topics topics = new Topics()) {
            await().atMost(SOON).untilAsserted(() -> assertThat(fates(topics, "apart-"))
                    .filteredOn(ResourceFate.RESOURCE_FATE_GOES::equals)
                    .hasSize(20));
        }
    }

    private void decide(List<String> names) {
        work.work(new Services(holders, announcements), names).await().atMost(SOON);
    }

    /** A marked service that nothing holds, and whose watermarks are reached; no loop knows that it is due. */
    private void quiet(String name, String volume) {
        transactions.run(tx -> tx.execute("""
                        insert into resource (id, uid, leaving, deletion, revision, told)
                        values ($1, 'uid', false, 'NOT_ASKED', 0, '') on conflict do nothing
                        """, volume)).await().atMost(SOON);
        transactions.run(tx -> tx.execute("""
                        insert into service (name, resources, policies, deletion, watermarks, asked, changed, revision,
                          told, origin, since)
                        values ($1, array[$2], array['DELETE'], 'ASKED', '', now(), now(), 0, '', 'place', now())
                        """, name, volume)).await().atMost(SOON);
    }

    private static List<ResourceFate> fates(Topics topics, String begin) {
        return topics.read("hawser.deallocations").stream()
                .map(ServicesIT::read)
                .filter(message -> message.getService().startsWith(begin))
                .flatMap(message -> message.getResourcesList().stream())
                .map(DeallocatedResource::getFate)
                .toList();
    }

    private static Deallocation read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.value() == null ? Deallocation.getDefaultInstance() : Deallocation.parseFrom(record.value());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not a Deallocation", e);
        }
    }
}
