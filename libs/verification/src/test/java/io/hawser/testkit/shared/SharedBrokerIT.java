package io.hawser.testkit.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedBrokerIT {
    private static final String TOPIC = "of.another.class";

    private final Queue<ListTopicsResult> late = new ArrayDeque<>();
    private Admin admin;

    @BeforeEach
    void empty() throws Exception {
        admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()));
        SharedBroker.deleteAllTopics(admin);
    }

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    @DisplayName("A topic that was made a moment ago, and that the broker does not list yet, is deleted too")
    void madeBefore() throws Exception {
        // Given
        late.add(listed());
        create();
        // When
        SharedBroker.deleteAllTopics(lateBroker());
        // Then
        assertThat(names()).isEmpty();
    }

    @Test
    @DisplayName("A topic that was deleted a moment ago, and that the broker still lists, is not deleted twice")
    void deletedBefore() throws Exception {
        // Given
        create();
        late.add(listed());
        admin.deleteTopics(List.of(TOPIC)).all().get();
        await().atMost(Duration.ofMinutes(1)).until(() -> names().isEmpty());
        // When
        SharedBroker.deleteAllTopics(lateBroker());
        // Then
        assertThat(names()).isEmpty();
    }

    @Test
    @DisplayName("A static member, which keeps its assignment when it ends, is removed from its group")
    void aStaticMember() throws Exception {
        // Given
        String group = join(Map.of("group.instance.id", "static-0", "session.timeout.ms", "45000"));
        int before = members(group);
        // When
        SharedBroker.deleteAllTopics(admin);
        // Then
        assertThat(before).isEqualTo(1);
        assertThat(members(group)).isZero();
    }

    @Test
    @DisplayName("A group that all members have left is no obstacle")
    void withoutMembers() throws Exception {
        // Given
        String group = join(Map.of());
        int before = members(group);
        // When
        SharedBroker.deleteAllTopics(admin);
        // Then
        assertThat(before).isZero();
        assertThat(names()).isEmpty();
    }

    /** @return the group of a consumer that has read the topic, and has ended */
    private String join(Map<String, String> settings) throws Exception {
        create();
        String group = "group-" + UUID.randomUUID();
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", SharedBroker.bootstrapServers());
        all.put("group.id", group);
        try (var consumer = new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                consumer.poll(Duration.ofMillis(100));
                return !consumer.assignment().isEmpty();
            });
            // A group without members is listed as long as it has a position.
            consumer.commitSync(Map.of(new TopicPartition(TOPIC, 0), new OffsetAndMetadata(0)));
        }
        return group;
    }

    private int members(String group) throws Exception {
        return admin.describeConsumerGroups(List.of(group))
                .all()
                .get()
                .get(group)
                .members()
                .size();
    }

    private void create() throws Exception {
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        await().atMost(Duration.ofMinutes(1)).until(() -> names().contains(TOPIC));
    }

    /** Answers its first questions as before. */
    private Admin lateBroker() {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("listTopics") && !late.isEmpty()) {
                        return late.remove();
                    }
                    try {
                        return method.invoke(admin, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private ListTopicsResult listed() throws Exception {
        ListTopicsResult result = admin.listTopics();
        result.names().get();
        return result;
    }

    private Set<String> names() throws Exception {
        return admin.listTopics().names().get();
    }
}
