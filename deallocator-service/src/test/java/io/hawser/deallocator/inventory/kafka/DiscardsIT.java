package io.hawser.deallocator.inventory.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.deallocator.DeallocationIT;
import io.hawser.ledger.testkit.Topics;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(DeallocationIT.WithToken.class)
@QuarkusTestResource(EmbeddedServices.class)
class DiscardsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    TopicNames names;

    @Inject
    TopicWatch watch;

    @Test
    @DisplayName("Of a topic of dead letters that was made again nothing is passed over, however much it holds already")
    void isReadFromItsStart() throws Exception {
        // Given
        String topic = names.deadOf(HawserTopic.TASKS);
        Origin ours = place(7);
        Discards discards = new Discards(kafka, names, watch);
        await().atMost(SOON).until(() -> watch.present(topic).isPresent());
        discard(topic, Stream.of(place(1), place(2)));
        assertThat(discards.of(Set.of(ours.place()))).isEmpty();
        TopicWatch.Life before = watch.present(topic).orElseThrow();
        int read = read(topic);

        // When
        try (Admin admin = Admin.create(kafka)) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(SOON).ignoreExceptions().until(() -> {
                admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)));
                return watch.present(topic).filter(life -> !life.equals(before)).isPresent();
            });
        }
        discard(
                topic,
                Stream.concat(Stream.of(ours), Stream.generate(() -> place(1)).limit(read)));

        // Then
        assertThat(discards.of(Set.of(ours.place()))).containsExactly(ours.place());
    }

    private static int read(String topic) {
        try (Topics topics = new Topics()) {
            return topics.read(topic).size();
        }
    }

    private static void discard(String topic, Stream<Origin> places) {
        try (Topics topics = new Topics()) {
            places.forEach(place -> topics.write(DeadRecord.discarded(place, topic, "not ours")));
        }
    }

    private Origin place(long offset) {
        return new Origin(names.of(HawserTopic.TASKS), "another-topic", 0, offset);
    }
}
