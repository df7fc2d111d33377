package io.hawser.testkit.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
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
